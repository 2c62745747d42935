package stats

import (
	"cmp"
	"context"
	"slices"

	"machsim/debugger/data/tables"
	"machsim/kernel"
)

// KeptRights are the rights of a kind that a task had got and never given back when it returned.
type KeptRights struct {
	Task   string `json:"task"`
	Right  string `json:"right"` // receive, send, send-once, dead name or set
	Rights int    `json:"rights"`
	Refs   int    `json:"refs"`   // the user references of them all; 0 for rights that have none
	Object string `json:"object"` // the port or set of that of them which has most references
	At     int    `json:"at"`     // the event that ended the task
}

// kept reports on the rights of tasks that returned.
func (q *query) kept(ctx context.Context, c *tables.Catalogue) error {
	t, err := c.Table("rights")
	if err != nil {
		return err
	}
	rows, err := t.Rows(ctx, tables.Scan{Where: []tables.Condition{
		{Column: t.Column("what"), Op: tables.Equal, Value: tables.String(tables.Kept)},
	}})
	if err != nil {
		return err
	}
	value := func(column string) tables.Value { return rows.Value(t.Column(column)) }
	at, most := map[KeptRights]int{}, []int64(nil)
	for rows.Next() {
		n := int(value("n").Int())
		if c, _ := q.s.CallOf(n - 1); c.Op.Class() != kernel.ClassExit {
			continue // somebody else, or a crash, ended it
		}
		key := KeptRights{Task: value("to_task").Text(), Right: value("right").Text(), At: n}
		i, ok := at[key]
		if !ok {
			i = len(q.x.Kept)
			at[key], q.x.Kept, most = i, append(q.x.Kept, key), append(most, -1)
		}
		k, refs := &q.x.Kept[i], value("refs").Int()
		if k.Rights++; refs > most[i] {
			most[i], k.Object = refs, value("object").Text()
		}
		k.Refs += int(refs)
	}
	slices.SortFunc(q.x.Kept, func(a, b KeptRights) int {
		return cmp.Or(b.Rights-a.Rights, b.Refs-a.Refs, cmp.Compare(a.Task, b.Task), cmp.Compare(a.Right, b.Right))
	})
	return rows.Err()
}
