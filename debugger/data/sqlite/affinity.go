//go:build !js && !wasip1

package sqlite

import (
	"math"
	"strconv"
	"strings"

	"machsim/debugger/data/tables"
)

// fit is what becomes of a condition of SQLite's in a scan.
type fit uint8

const (
	fits  fit = iota // as a condition of the scan
	never            // no row satisfies it
	loose            // the scan has no such condition: rows come that do not satisfy it, and SQLite looks at them again
)

// fitted is the condition on a column that SQLite means, which compares values of several types by the column's
// affinity: a number with the digits in a text, an integer with a fraction.
func fitted(t tables.Type, c tables.Condition, v argument) (tables.Condition, fit) {
	numbers := t != tables.Text && t != tables.Any
	switch v := v.(type) {
	case nil:
		return c, never
	case int64:
		if t == tables.Text {
			return c, loose // of a number, or of its digits: that depends on where it comes from
		}
		c.Value = tables.Int(v)
	case float64:
		if t == tables.Text {
			return c, loose
		}
		return fraction(c, v)
	case string:
		if numbers {
			if n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64); err == nil {
				c.Value = tables.Int(n)
				return c, fits
			}
			if _, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil {
				return c, loose
			}
		}
		c.Value = tables.String(v)
	case []byte: // comes after all numbers and texts
		return c, loose
	}
	return c, fits
}

// fraction compares integers with a number that may be none.
func fraction(c tables.Condition, v float64) (tables.Condition, fit) {
	whole := math.Floor(v)
	if math.IsNaN(v) || math.Abs(v) > 1<<52 {
		return c, loose
	}
	c.Value = tables.Int(int64(whole))
	if whole == v {
		return c, fits
	}
	switch c.Op {
	case tables.Equal:
		return c, never
	case tables.Less, tables.AtMost:
		c.Op = tables.AtMost
	case tables.Greater, tables.AtLeast:
		c.Op = tables.Greater
	default:
		return c, loose
	}
	return c, fits
}
