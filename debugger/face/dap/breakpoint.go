package dap

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
)

// breakpointKind is a kind of breakpoints, as a client tells them apart.
type breakpointKind string

// The kinds.
const (
	atLine        breakpointKind = "breakpoint"
	atFunction    breakpointKind = "function breakpoint"
	atData        breakpointKind = "data breakpoint"
	atInstruction breakpointKind = "instruction breakpoint"
	atRace        breakpointKind = "exception"
)

// reason is why something stops there.
func (k breakpointKind) reason() string { return string(k) }

// breakpoint is a breakpoint that the client wants.
type breakpoint struct {
	id    int
	kind  breakpointKind
	group string // those that one request sets: the kind, and of lines the file
	text  string // as Break of the Debugger takes it; "" if it cannot be
	log   string // what is told where it is passed; "" if it stops
	place dap.Breakpoint

	set    bool // the Debugger was asked
	number int  // at the Debugger; 0 if it has none
}

// breakpoints are all of them. The client's numbers count up.
type breakpoints struct {
	last int
	list []*breakpoint
}

// numbered is the breakpoint that has a number at the Debugger; nil if the client has not set it.
func (m *breakpoints) numbered(number int) *breakpoint {
	i := slices.IndexFunc(m.list, func(x *breakpoint) bool { return x.number == number && number != 0 })
	if i < 0 {
		return nil
	}
	return m.list[i]
}

// replace puts wanted breakpoints in place of those of a group. One that was there stays what it was.
func (m *breakpoints) replace(group string, wanted []*breakpoint) (all, gone []*breakpoint) {
	old := slices.DeleteFunc(slices.Clone(m.list), func(x *breakpoint) bool { return x.group != group })
	for _, w := range wanted {
		w.group = group
		i := slices.IndexFunc(old, func(x *breakpoint) bool { return x.text == w.text && x.log == w.log && x.text != "" })
		if i >= 0 {
			old[i].place.Line, old[i].place.Source = w.place.Line, w.place.Source
			all, old = append(all, old[i]), slices.Delete(old, i, i+1)
			continue
		}
		m.last++
		w.id, w.place.Id = m.last, m.last
		all = append(all, w)
	}
	m.list = slices.DeleteFunc(m.list, func(x *breakpoint) bool { return x.group == group })
	m.list = append(m.list, all...)
	return all, old
}

// put sets what the client wants in place of what one request has set before. Before the client is done with its
// configuration nothing is looked for in the run, whose log may not be there yet.
func (s *Session) put(ctx context.Context, group string, wanted []*breakpoint) ([]dap.Breakpoint, error) {
	all, gone := s.breakpoints.replace(group, wanted)
	if err := s.remove(ctx, gone); err != nil {
		return nil, err
	}
	if s.going {
		if err := s.set(ctx); err != nil {
			return nil, err
		}
	}
	rows := []dap.Breakpoint{}
	for _, m := range all {
		rows = append(rows, m.place)
	}
	return rows, nil
}

// remove takes breakpoints from the Debugger. One that was deleted in the debug console is gone already.
func (s *Session) remove(ctx context.Context, gone []*breakpoint) error {
	for _, m := range gone {
		if m.number == 0 {
			continue
		}
		if _, _, err := s.d.Delete(ctx, m.number); err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// missing tells the client of breakpoints of its own that are no more: they were deleted in the debug console, or were
// for one stop.
func (s *Session) missing(ctx context.Context) {
	there := map[int]bool{0: true}
	points, err := s.d.Breakpoints(ctx)
	if err != nil {
		return
	}
	stops, _ := s.d.Stops(ctx)
	for _, b := range points {
		there[b.Number] = true
	}
	for _, x := range stops {
		there[x.Number] = true
	}
	for _, m := range slices.Clone(s.breakpoints.list) {
		if !there[m.number] {
			s.send("breakpoint", dap.BreakpointEventBody{Reason: "removed", Breakpoint: m.place})
			s.breakpoints.list = slices.DeleteFunc(s.breakpoints.list, func(x *breakpoint) bool { return x == m })
		}
	}
}

// set gives the Debugger all breakpoints that it was not asked for yet, in one pass over the run.
func (s *Session) set(ctx context.Context) error {
	var pending []*breakpoint
	var wanted []debugger.Wanted
	for _, m := range s.breakpoints.list {
		if !m.set && m.text != "" {
			pending = append(pending, m)
			wanted = append(wanted, debugger.Wanted{Text: m.text, Log: m.log})
		}
	}
	if len(pending) == 0 {
		return nil
	}
	all, err := s.d.BreakAll(ctx, wanted)
	for i, x := range all {
		pending[i].found(x)
	}
	return err
}

// found takes note of what became of a breakpoint.
func (m *breakpoint) found(x debugger.Placed) {
	m.set, m.number = true, x.Number
	switch {
	case x.Err != nil:
		m.place.Verified, m.place.Message = false, inWords(x.Err)
	case x.Unknown != "":
		m.place.Verified, m.place.Message = m.kind == atLine, x.Unknown
	case x.Hits == 0:
		m.place.Verified, m.place.Message = true, "no thread comes here "+x.Within
	default:
		m.place.Verified, m.place.Message = true, ""
	}
}

// setPending gives the Debugger all breakpoints, and tells the client what has become of those.
func (s *Session) setPending(ctx context.Context) error {
	was := map[int]dap.Breakpoint{}
	for _, m := range s.breakpoints.list {
		was[m.id] = m.place
	}
	if err := s.set(ctx); err != nil {
		return err
	}
	for _, m := range s.breakpoints.list {
		if x := was[m.id]; x.Verified != m.place.Verified || x.Message != m.place.Message {
			s.send("breakpoint", dap.BreakpointEventBody{Reason: "changed", Breakpoint: m.place})
		}
	}
	return nil
}

// hitCondition is how a client says how often a place is passed: 5, >= 5, > 5, % 5.
var hitCondition = regexp.MustCompile(`^\s*(=|==|>=|>|%)?\s*([0-9]+)\s*$`)

// withCounts adds to a breakpoint how often, and under which condition it stops.
func withCounts(text, condition, hits string) (string, error) {
	if hits = strings.TrimSpace(hits); hits != "" {
		m := hitCondition.FindStringSubmatch(hits)
		if m == nil {
			return "", fmt.Errorf("%q says nothing of hits: write 5, >= 5, > 5 or %% 5", hits)
		}
		n, err := strconv.Atoi(m[2])
		switch {
		case err != nil || n == 0:
			return "", fmt.Errorf("%q says nothing of hits: they are counted from 1", hits)
		case m[1] == ">=":
			text += fmt.Sprintf(" count %d+", n)
		case m[1] == ">":
			text += fmt.Sprintf(" count %d+", n+1)
		case m[1] == "%":
			text += fmt.Sprintf(" every %d", n)
		default:
			text += fmt.Sprintf(" count %d", n)
		}
	}
	if condition = strings.TrimSpace(condition); condition != "" {
		text += " if " + condition
	}
	return text, nil
}

// newBreakpoint makes a breakpoint of a place in words; what is wrong with it is what the client is told.
func newBreakpoint(kind breakpointKind, text, condition, hits string) *breakpoint {
	text, err := withCounts(text, condition, hits)
	m := &breakpoint{kind: kind, text: text, place: dap.Breakpoint{Verified: err == nil}}
	if err != nil {
		m.text, m.place.Message = "", err.Error()
	}
	return m
}
