package question

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// How many runs are made with the parameters of an answer, and how large these may be.
const (
	reachRuns  = 20
	exposeRuns = 400
	mostValue  = 12
)

// changed reads parameters, such as items=3 size=1, in place of those of the run. wrong says why they are none.
func (c *asked) changed() (args map[string]string, wrong string) {
	args = maps.Clone(c.own.rec.Args)
	if args == nil {
		args = map[string]string{}
	}
	for _, word := range c.words() {
		name, value, ok := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		n, err := strconv.Atoi(value)
		switch {
		case !ok:
			return nil, fmt.Sprintf("%.40q is no parameter with a value, such as size=3", word)
		case !slices.ContainsFunc(c.own.program.Params, func(p kernel.Param) bool { return p.Name == name }):
			return nil, fmt.Sprintf("%s has no parameter %.40q; it has %s", c.own.program.Name, name,
				strings.Join(paramsOf(c.own.program), ", "))
		case err != nil || n < 1 || n > mostValue:
			return nil, fmt.Sprintf("%s has to be a number from 1 to %d here: small cases are explored whole", name, mostValue)
		}
		args[name] = value
	}
	if maps.Equal(args, c.own.rec.Args) {
		return nil, "with these parameters the report was made: nothing is changed"
	}
	return args, ""
}

func paramsOf(p *kernel.Program) (all []string) {
	for _, x := range p.Params {
		all = append(all, x.Name)
	}
	return all
}

// hasGoal says whether the run does not come to a state of which a search was to show one.
func hasGoal(ctx context.Context, o *Own, q *lab.Question) (bool, error) {
	x, err := o.Check(ctx, debugger.Check{Predicate: q.With["goal"]})
	return err == nil && !x.Found, err
}

// checkReach makes runs with other parameters, and looks for one that comes to the goal.
func checkReach(ctx context.Context, c *asked) (string, error) {
	args, wrong := c.changed()
	if wrong != "" {
		return wrong, nil
	}
	l := &lab.Lab{Run: lab.Run{Program: c.own.program.Name, Args: args}}
	for i := range uint64(reachRuns) {
		o, err := runOf(ctx, l, c.own.Seed()+i)
		if err != nil {
			return "", err
		}
		x, err := o.Check(ctx, debugger.Check{Predicate: c.With["goal"]})
		o.Close()
		if err != nil {
			return "", err
		}
		if x.Found {
			return "", nil
		}
	}
	return fmt.Sprintf("with these parameters no state satisfies %s either, in %d runs: what does it take to come there?",
		c.With["goal"], reachRuns), nil
}

// checkExpose makes runs with other parameters, and looks for one that fails.
func checkExpose(ctx context.Context, c *asked) (string, error) {
	args, wrong := c.changed()
	if wrong != "" {
		return wrong, nil
	}
	l := &lab.Lab{Run: lab.Run{Program: c.own.program.Name, Args: args}}
	s, err := study.Open(c.own.program, options(l, c.own.Seed()))
	if err != nil {
		return "", err
	}
	if found := s.Try(ctx, exposeRuns, nil); found.Err != nil || !found.Failed {
		return fmt.Sprintf("with these parameters none of %d runs fails: who would have to get between a waiting thread and "+
			"what it waits for?", exposeRuns), found.Err
	}
	return "", nil
}
