package debugger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/values"
)

// Display is an expression whose value is shown after each motion.
type Display struct {
	Number     int
	Expression string // as print takes it
	As         Format
	Value      string // at the present position, in the chosen frame
	Why        string // it has no value there; "" if it has
}

// String is the display, with the format that it was set with.
func (x Display) String() string {
	if x.As == Plain {
		return x.Expression
	}
	return fmt.Sprintf("/%s %s", x.As, x.Expression)
}

// mostDisplays is how many expressions may be shown after each motion.
const mostDisplays = 100

// Display adds an expression to those that are shown after each motion. It may have no value yet.
func (d *Debugger) Display(ctx context.Context, as Format, expression string) (Display, error) {
	return ask(ctx, d, "display", func(context.Context) (Display, error) {
		x := Display{Number: 1, Expression: strings.TrimSpace(expression), As: as}
		if n := len(d.displays); n > 0 {
			x.Number = d.displays[n-1].Number + 1
		}
		if err := x.check(); err != nil {
			return x, err
		}
		if len(d.displays) >= mostDisplays {
			return x, fmt.Errorf("there are %d displays already; undisplay some of them", mostDisplays)
		}
		d.displays, d.changed = append(slices.Clip(d.displays), x), true
		return d.displayed(x), nil
	})
}

// check says why an expression cannot be shown after each motion.
func (x Display) check() error {
	if x.Expression == "" || len(x.Expression) > maxKeptText {
		return fmt.Errorf("an expression that is displayed has 1 to %d characters", maxKeptText)
	}
	if x.As != Plain && !slices.Contains(Formats, x.As) {
		return fmt.Errorf("there is no format %q", x.As)
	}
	return nil
}

// Displays are the expressions that are shown after each motion, with their values at the present position.
func (d *Debugger) Displays(ctx context.Context) ([]Display, error) {
	return list(ctx, d, "display", func(context.Context) (all []Display, err error) {
		return text.Each(d.displays, d.displayed), nil
	})
}

// Undisplay has expressions no longer shown: those of some numbers or, without one, all.
func (d *Debugger) Undisplay(ctx context.Context, numbers ...int) error {
	return d.change(ctx, "undisplay", func(context.Context) error {
		left := text.Those(d.displays, func(x Display) bool {
			return len(numbers) > 0 && !slices.Contains(numbers, x.Number)
		})
		for _, n := range numbers {
			if !slices.ContainsFunc(d.displays, func(x Display) bool { return x.Number == n }) {
				return fmt.Errorf("there is no display %d", n)
			}
		}
		d.displays, d.changed = left, true
		return nil
	})
}

// displayed is a display with what it shows here.
func (d *Debugger) displayed(x Display) Display {
	value, err := d.printed(x.As, x.Expression)
	m := (*Mistake)(nil)
	switch {
	case errors.As(err, &m):
		x.Why = m.What
	case err != nil:
		x.Why = err.Error()
	}
	x.Value = value
	return x
}

// printed is the value of what print takes: an expression of Go in the chosen frame, what threads show, or an
// expression of predicates. The error is the first of these.
func (d *Debugger) printed(as Format, expression string) (string, error) {
	row, wrong := d.values().Value(Scope{As: as}, expression)
	if wrong == nil {
		return row.Value, nil
	}
	rows, err := d.values().Chosen(as, strings.Fields(expression))
	if errors.Is(wrong, ErrNoStatements) {
		wrong = err
	}
	switch len(rows) {
	case 0:
	case 1:
		return rows[0].Value, nil
	default:
		all := text.Each(rows, func(v values.Variable) string { return v.Thread + ": " + v.Value })
		return strings.Join(all, ", "), nil
	}
	if value, err := d.values().Evaluate(as, expression); err == nil {
		return value, nil
	}
	return "", wrong
}
