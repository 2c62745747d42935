package question

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
)

// hasCut says whether some order of the events of the run comes to a state that satisfies a predicate, and another does
// not.
func hasCut(ctx context.Context, o *Own, q *lab.Question) (bool, error) {
	found := [2]bool{}
	for i, form := range []string{"possibly", "definitely"} {
		x, err := o.Check(ctx, debugger.Check{Predicate: form + "(" + q.With["predicate"] + ")"})
		if errors.As(err, new(*debugger.Undecided)) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		found[i] = x.Found
	}
	return found[0] && !found[1], nil
}

// checkCut holds a state against a predicate.
func checkCut(ctx context.Context, c *asked) (string, error) {
	at, err := c.own.Position(ctx, c.answer)
	if err != nil {
		return err.Error(), nil
	}
	if _, err := c.own.Goto(ctx, at); err != nil {
		return "", err
	}
	wrong, err := c.own.falseHere(ctx, c.With["predicate"])
	end, failed := c.own.Position(ctx, "end")
	if failed == nil {
		_, failed = c.own.Goto(ctx, end)
	}
	return wrong, errors.Join(err, failed)
}

// falseHere says which part of a predicate is not so at the present position, "" for none.
func (o *Own) falseHere(ctx context.Context, predicate string) (string, error) {
	for _, part := range strings.Split(predicate, " and ") {
		value, err := o.Evaluate(ctx, debugger.Plain, part)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			return fmt.Sprintf("that is a state of the run, but there %v", err), nil
		case value != "true":
			return fmt.Sprintf("that is a state of the run, but there it is not so that %s", part), nil
		}
	}
	return "", nil
}
