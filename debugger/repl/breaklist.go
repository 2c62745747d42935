package repl

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// breakpoints lists the breakpoints.
func (p *Prompt) breakpoints([]string) error {
	if len(p.predicates().list) > 0 {
		if err := p.listGlobals(); err != nil || len(p.points().list) == 0 {
			return err
		}
	}
	t := newTable(">number", "enabled", "breakpoint", ">hits", ">so far")
	return rows(p, noPoints, t, p.points().list, func(b *point) []string {
		return []string{strconv.Itoa(b.number), b.enabled(), b.spec.String(), strconv.Itoa(len(b.all)), strconv.Itoa(b.sofar(p.s.Cut()))}
	})
}

const noPoints = "there are no breakpoints; break SPEC sets one, and help break says what SPEC may be"

func (b *point) enabled() string {
	switch {
	case b.disabled:
		return "no"
	case b.once:
		return "once"
	}
	return "yes"
}

// numbered are the breakpoints of some numbers, each once.
func (ps *points) numbered(words []string) (found []*point, err error) {
	if len(ps.list) == 0 {
		return nil, errors.New(noPoints)
	}
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, fmt.Errorf("%q is no number of a breakpoint; there are %s", w, numbers(ps.list))
		}
		i := slices.IndexFunc(ps.list, func(b *point) bool { return b.number == n })
		if i < 0 {
			return nil, fmt.Errorf("there is no breakpoint %s; there are %s", w, numbers(ps.list))
		}
		if !slices.Contains(found, ps.list[i]) {
			found = append(found, ps.list[i])
		}
	}
	return found, nil
}

// numbers are those of breakpoints.
func numbers(list []*point) string {
	var all []string
	for _, b := range list {
		all = append(all, strconv.Itoa(b.number))
	}
	return strings.Join(all, ", ")
}

// enabled are the breakpoints that are not disabled.
func (ps *points) enabled() (all []*point) {
	for _, b := range ps.list {
		if !b.disabled {
			all = append(all, b)
		}
	}
	return all
}

// remove takes breakpoints away.
func (ps *points) remove(gone []*point) {
	ps.list = slices.DeleteFunc(ps.list, func(b *point) bool { return slices.Contains(gone, b) })
}

// able enables or disables breakpoints: all, if none is named.
func able(disabled bool) func(*Prompt, []string) error {
	return func(p *Prompt, words []string) error {
		ps := p.points()
		preds, rest := p.taken(words)
		if len(words) == 0 {
			preds = p.global.list
		}
		var some []*point
		if len(rest) > 0 || len(words) == 0 && len(preds) == 0 {
			var err error
			if some, err = ps.numbered(rest); err != nil {
				return err
			}
		}
		if len(words) == 0 {
			some = ps.list
		}
		for _, g := range preds {
			g.disabled = disabled
		}
		for _, b := range some {
			b.disabled = disabled
		}
		return p.breakpoints(nil)
	}
}

// deletes forgets breakpoints, which go by their numbers, or a checkpoint.
func (p *Prompt) deletes(words []string) error {
	if _, err := strconv.Atoi(words[0]); err != nil {
		if len(words) > 1 {
			return fmt.Errorf("delete takes the name of one checkpoint, or numbers of breakpoints, not %q", strings.Join(words, " "))
		}
		return p.forget(words)
	}
	ps := p.points()
	preds, rest := p.taken(words)
	var gone []*point
	if len(rest) > 0 {
		var err error
		if gone, err = ps.numbered(rest); err != nil {
			return err
		}
	}
	p.forgetGlobals(preds)
	ps.remove(gone)
	for _, b := range gone {
		p.printf("breakpoint %d is deleted\n", b.number)
	}
	return nil
}

// pointNumbers are for completion.
func pointNumbers(p *Prompt) (all []string) {
	for _, b := range p.points().list {
		all = append(all, strconv.Itoa(b.number))
	}
	return all
}

func deletable(p *Prompt) []string { return append(checkpointNames(p), pointNumbers(p)...) }

func jointWords(p *Prompt) []string { return append(pointNumbers(p), "back") }
