package trial

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"machsim/debugger/lang"
	"machsim/debugger/predicate"
	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/debugger/session"
)

// Trial tries a program with many seeds.
type Trial struct {
	options runner.Options
	claims  []claim

	mu       sync.Mutex
	failures map[uint64]*Failure // by seed
	heard    map[claim]*heard
}

// heard is what the runs know of a claim.
type heard struct {
	runs     int // in which it was asked for
	unknown  int // that do not know a name in it
	never    int // that do not come to a place in it, or do not know a name
	seed     uint64
	mistake  *lang.Mistake // of the lowest seed that does not know a name
	remarks  []string      // of the lowest seed that does not come to a place
	remarked uint64        // that seed
}

// New returns a Trial of a program with claims, which have passed their Check. The seed of the
// options is the first one.
func New(o runner.Options, c Claims) *Trial {
	return &Trial{options: o, claims: c.all(), failures: map[uint64]*Failure{}, heard: map[claim]*heard{}}
}

// Seeds tries n seeds, as runner.Seeds does. The error is a *Wrong if no run knows what a claim speaks
// of.
func (t *Trial) Seeds(n int, progress func()) runner.Found {
	found := runner.SeedsBy(t.options, n, progress, t.try)
	if found.Err == nil && !found.Failed && !found.Halted {
		found.Err = t.unknown()
	}
	return found
}

// Failure says why the run of a seed that was tried has failed; nil if it is not known.
func (t *Trial) Failure(seed uint64) *Failure {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failures[seed]
}

// try makes the run of a seed, and looks at it.
func (t *Trial) try(o runner.Options) (tried runner.Tried) {
	run, file := t.run(o)
	defer run.Close()
	if run.State != nil {
		tried.Events = run.State.Steps
	}
	var f *Failure
	if tried.Err = run.Err; tried.Err == nil {
		f, tried.Err = t.judge(o, run, file)
	}
	if f != nil {
		f.Seed, tried.Failed = o.Seed, true
		t.mu.Lock()
		t.failures[o.Seed] = f
		t.mu.Unlock()
	}
	return tried
}

// run makes a run, and its recording if there are claims.
func (t *Trial) run(o runner.Options) (*runner.Run, []byte) {
	if len(t.claims) == 0 {
		return runner.Do(o), nil
	}
	return runner.InMemory(o)
}

// judge says why a run has failed, nil if it has not. Claims are held against what has a recording
// that can be looked at: not against a run that was given up.
func (t *Trial) judge(o runner.Options, run *runner.Run, file []byte) (*Failure, error) {
	failed := run.Failed()
	itself := map[bool]*Failure{true: {}}[failed]
	if len(t.claims) == 0 || run.State == nil || run.Loop != nil || run.Greedy || run.Broken != nil || run.Main != nil {
		return itself, nil
	}
	s, err := open(o, file)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	first, err := t.firstBroken(s)
	if first != nil || failed || err != nil {
		return cmp.Or(first, itself), err
	}
	return t.atEnd(s, file)
}

// open opens the recording of a run.
func open(o runner.Options, file []byte) (*session.Session, error) {
	rec, err := record.Read(file)
	if err != nil {
		return nil, err
	}
	s, err := session.Open(o.Program, rec, session.Options{LoopLimit: o.LoopLimit, Stop: o.Stop})
	if err == nil {
		s.Stop = o.Stop
	}
	return s, err
}

// firstBroken is the first step after which a claim about every step is broken.
func (t *Trial) firstBroken(s *session.Session) (first *Failure, err error) {
	for _, c := range t.claims {
		if c.kind > never {
			continue
		}
		read := s.Predicate
		if c.kind == always {
			read = s.Contrary
		}
		p, _, err := t.read(s, c, read)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		n, err := p.Recorded()
		if err != nil {
			return nil, c.wrong(err)
		}
		if n > 0 && (first == nil || uint64(n) < first.Event) {
			first = &Failure{Event: uint64(n), Text: broken[c.kind] + c.text}
		}
	}
	return first, nil
}

// atEnd says which claim is broken at the end of a run, or by a state that it could have come to.
func (t *Trial) atEnd(s *session.Session, file []byte) (*Failure, error) {
	for _, c := range t.claims {
		if c.kind < finally {
			continue
		}
		p, unknown, err := t.read(s, c, s.Predicate)
		if err != nil {
			return nil, err
		}
		var f *Failure
		switch {
		case c.kind == finally && p == nil:
			f = &Failure{Text: broken[c.kind] + c.text + " (" + unknown.What + ")"}
		case c.kind == finally:
			f, err = c.ends(s, p)
		case p != nil:
			f, err = c.stands(p, file)
		}
		if f != nil || err != nil {
			return f, err
		}
	}
	return nil, nil
}

// ends says whether a claim about the end is broken.
func (c claim) ends(s *session.Session, p *predicate.Predicate) (*Failure, error) {
	f := &Failure{Text: broken[c.kind] + c.text}
	if p.Form < predicate.Linked {
		if p.Holds(s.Graph.All()) != nil {
			return nil, nil
		}
		return f, nil
	}
	switch found, err := p.First(); {
	case err != nil:
		return nil, c.wrong(err)
	case found != nil:
		return nil, nil
	}
	return f, nil
}

// stands says whether a consistent state satisfies a claim that none is to satisfy.
func (c claim) stands(p *predicate.Predicate, file []byte) (*Failure, error) {
	switch found, err := p.First(); {
	case err != nil:
		return nil, c.wrong(err)
	case found != nil:
		return &Failure{State: &State{Text: c.text, Lines: found.Lines(), Recording: file}}, nil
	}
	return nil, nil
}

// reader reads a predicate in a run, as Session.Predicate.
type reader func(text string) (p *predicate.Predicate, grown bool, err error)

// read reads a claim in a run; if the run does not know what it speaks of, p is nil, and unknown says
// what that is.
func (t *Trial) read(s *session.Session, c claim, read reader) (p *predicate.Predicate, unknown *lang.Mistake, err error) {
	p, _, err = read(c.text)
	if err != nil && (!errors.As(err, &unknown) || !unknown.Absent) {
		return nil, nil, c.wrong(err)
	}
	t.hear(c, s.Rec.Seed, p, unknown)
	return p, unknown, nil
}

// hear notes what a run knows of a claim.
func (t *Trial) hear(c claim, seed uint64, p *predicate.Predicate, unknown *lang.Mistake) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.heard[c]
	if h == nil {
		h = &heard{}
		t.heard[c] = h
	}
	h.runs++
	switch {
	case unknown != nil:
		h.never++
		if h.unknown++; h.mistake == nil || seed < h.seed {
			h.mistake, h.seed = unknown, seed
		}
	case len(p.Remarks) > 0:
		if h.never++; h.remarks == nil || seed < h.remarked {
			h.remarks, h.remarked = p.Remarks, seed
		}
	}
}

func (c claim) wrong(err error) error {
	if errors.Is(err, session.ErrStopped) {
		return err
	}
	return &Wrong{flags[c.kind], err}
}

// unknown is the mistake of the first claim that speaks of what no run knows.
func (t *Trial) unknown() error {
	for _, c := range t.claims {
		if h := t.heard[c]; h != nil && h.unknown == h.runs && h.mistake != nil {
			return c.wrong(h.mistake)
		}
	}
	return nil
}

// Remarks are sentences on claims with places that no run has come to: their names may be misspelt.
func (t *Trial) Remarks() (all []string) {
	for _, c := range t.claims {
		h := t.heard[c]
		if h == nil || h.never < h.runs || h.remarks == nil {
			continue
		}
		for _, r := range h.remarks {
			if text := fmt.Sprintf("%s: %s", flags[c.kind], r); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}
