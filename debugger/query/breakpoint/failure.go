package breakpoint

import (
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// panics returns the calls by which panics are raised, whoever handles them.
func (r *Run) panics() (found []Occurrence) {
	r.calls(func(lane, call int, c *kernel.Call) {
		if c.Op == kernel.OpRaise && c.Flag {
			found = append(found, r.occurrence(lane, call))
		}
	})
	return found
}

// misuses returns the calls that could only be mistakes: by which the run, or a thread of one that survives that, has
// failed, or that a lenient run has noted.
func (r *Run) misuses() (found []Occurrence) {
	all := slices.Concat(r.t.End.Failures, r.t.End.Notes)
	if f := r.t.End.Failure; f != nil {
		all = append(all, *f)
	}
	for _, f := range all {
		if lane := r.t.LaneOf(f.Thread); f.Kind == kernel.Misuse && lane >= 0 && 0 < f.Step && f.Step <= uint64(r.t.Len()) {
			if o := r.completed(int(f.Step) - 1); o.Lane == lane {
				found = append(found, o)
			}
		}
	}
	return found
}

// errors returns the calls that were answered a code, or any code that is an error.
func (r *Run) errors(s spec) (found []Occurrence, err error) {
	typed := s.Text.Text
	want, known := ipc.CodeNamed(strings.ToUpper(typed))
	if typed != "" && !known {
		return nil, s.mistake(s.Text.At, "there is no code %s; %s", typed,
			text.Offer(strings.ToUpper(typed), ipc.CodeNames(), "codes"))
	}
	r.calls(func(lane, call int, _ *kernel.Call) {
		res, done := r.t.Result(lane, call)
		if done && res.Code != ipc.KERN_SUCCESS && (typed == "" || res.Code == want || within(res.Code, want)) {
			found = append(found, r.occurrence(lane, call))
		}
	})
	return found, nil
}

// within says whether a code is another one with bits that say where space ran out.
func within(code, base ipc.Code) bool {
	return code != base && strings.HasPrefix(code.Error(), base.Error()+"|")
}
