package study

import (
	"errors"
	"fmt"
	"slices"

	"machsim/debugger"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// evidence is what the runs have shown about a claim.
type evidence struct {
	runs      int // in which it was asked for
	unknown   int // that do not know a name in it
	never     int // that do not come to a place in it, or do not know a name
	seed      uint64
	mistake   *debugger.Mistake // of the lowest seed that does not know a name
	remarks   []string          // of the lowest seed that does not come to a place
	remarked  uint64            // that seed
	onlyCalls string            // which variables were looked at at kernel calls only, in the lowest seed where some were
	calls     uint64            // that seed
	found     bool              // a run satisfies what is asked
	open      bool              // one was cut before it had decided that
}

// note records what a run shows about a claim.
func (s *Study) note(c claim, seed uint64, found *debugger.Checked, unknown *debugger.Mistake) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.evidence[c]
	if h == nil {
		h = &evidence{}
		s.evidence[c] = h
	}
	h.runs++
	switch {
	case unknown != nil:
		h.never++
		if h.unknown++; h.mistake == nil || seed < h.seed {
			h.mistake, h.seed = unknown, seed
		}
	case len(found.Remarks) > 0:
		if h.never++; h.remarks == nil || seed < h.remarked {
			h.remarks, h.remarked = found.Remarks, seed
		}
	}
	h.found, h.open = h.found || found.Found, h.open || isOpen(found)
	if found.OnlyCalls != "" && (h.onlyCalls == "" || seed < h.calls) {
		h.onlyCalls, h.calls = found.OnlyCalls, seed
	}
}

func (c claim) wrong(err error) error {
	var given *debugger.Interrupted
	var m *debugger.Mistake
	switch {
	case errors.As(err, &given):
		return err
	case errors.As(err, &m):
		err = m.Mistake // without the picture
	}
	return &Wrong{flags[c.kind], err}
}

// Unknown returns the mistake of the first claim with a name that no run knows, as a *Wrong; nil if there is none.
func (s *Study) Unknown() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.claims {
		if h := s.evidence[c]; h != nil && h.unknown == h.runs && h.mistake != nil {
			return c.wrong(h.mistake)
		}
	}
	return nil
}

// tried takes in which probes a run has had nothing for. What is behind the last run of a search is none.
func (s *Study) tried(t runner.Tried) {
	if t.Err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missed == nil {
		s.missed = append([]kernel.Probe{}, t.Missed...)
	}
	s.missed = slices.DeleteFunc(s.missed, func(p kernel.Probe) bool { return !slices.Contains(t.Missed, p) })
}

// Remarks returns sentences on claims with places that no run has come to: their names may be misspelt. And on those
// with variables that were looked at at kernel calls only, on those that runs which were cut leave open, and on probes
// that have done nothing.
func (s *Study) Remarks() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.options.Faults.Probes() {
		if slices.Contains(s.missed, p) {
			all = append(all, "the probe did nothing, "+p.Misses()+" in any run")
		}
	}
	for _, x := range s.models {
		all = append(all, x.remarks()...)
	}
	for _, c := range s.claims {
		for _, r := range s.evidence[c].limits(c) {
			if text := fmt.Sprintf("%s: %s", flags[c.kind], r); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

// limits are sentences on what limits what runs have shown of a claim. A goal that is reached is no open one.
func (h *evidence) limits(c claim) (all []string) {
	if h == nil {
		return nil
	}
	if h.never == h.runs {
		all = slices.Clone(h.remarks)
	}
	if h.onlyCalls != "" {
		all = append(all, h.onlyCalls)
	}
	if h.open && (c.kind != sometimes || !h.found) {
		all = append(all, c.text+" is not decided of runs cut short")
	}
	return all
}
