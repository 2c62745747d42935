package tables

import "context"

// Group is the rows of a table that have the same values in some columns.
type Group struct {
	Values []Value
	Rows   int
}

// Count counts the rows that satisfy all conditions, by the values in columns of texts; groups are in the order of
// their first rows.
func (t *Table) Count(ctx context.Context, where []Condition, by ...string) ([]Group, error) {
	rows, err := t.Rows(ctx, Scan{Where: where})
	if err != nil {
		return nil, err
	}
	columns, ranks := make([]*column, len(by)), make([][]int64, len(by))
	for i, name := range by {
		columns[i] = t.cols[t.Column(name)]
		ranks[i] = columns[i].ranks() // for several codes may stand for one value
	}
	at, all := map[int64]int{}, []Group(nil)
	for rows.Next() {
		key := int64(0)
		for i, c := range columns {
			key = key*int64(c.codes) + ranks[i][c.raw(rows.row)]
		}
		n, known := at[key]
		if !known {
			n = len(all)
			at[key] = n
			g := Group{}
			for _, c := range columns {
				g.Values = append(g.Values, c.value(rows.row))
			}
			all = append(all, g)
		}
		all[n].Rows++
	}
	return all, rows.Err()
}
