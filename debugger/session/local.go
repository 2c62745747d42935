package session

import (
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lines/source"
	"machsim/kernel"
)

// LocalEvent is what a statement does between two kernel calls.
type (
	LocalEvent     = source.Local
	LocalKind      = source.LocalKind
	StatementPlace = source.Place
)

// CameTo is the last LocalKind.
const CameTo = source.CameTo

// ErrPlain is the error of what needs the statements of a program that was built without hooks.
var ErrPlain = source.ErrPlain

// Local is the local events of what a name means (source.Source.Subject).
type Local struct {
	s  *Session
	of *source.Subject
}

// Local finds what a name means, wherever the Session stands: NAME, or NAME in THREAD. The error is source.ErrPlain if
// the program was built without hooks.
func (s *Session) Local(name string) (*Local, error) {
	if s.log().source == nil {
		return nil, source.ErrPlain
	}
	of, err := s.subject(name)
	return &Local{s, of}, err
}

func (s *Session) subject(name string) (*source.Subject, error) {
	var threads []kernel.ThreadID
	if expr, thread, ok := text.CutLast(name, " in "); ok {
		found, err := s.FindThread(strings.TrimSpace(thread))
		if err != nil {
			return nil, err
		}
		name, threads = expr, append(threads, kernel.ThreadID(found.ID))
	}
	return stated(s, func(src *source.Source) (*source.Subject, error) { return src.Subject(name, threads) })
}

// Watched is the local events of a watched expression.
func (s *Session) Watched(w *source.Watched) *Local { return &Local{s, w.Subject()} }

// Changes finds all changes; see source.Source.Changes.
func (l *Local) Changes() ([]source.Local, error) {
	c := &calls{}
	all, err := stated(l.s, func(src *source.Source) ([]source.Local, error) { return src.Changes(l.of, c.call) })
	return all, c.blame(err)
}

// Accesses finds all accesses; see source.Source.Accesses.
func (l *Local) Accesses(writes bool) ([]source.Access, error) {
	return stated(l.s, func(src *source.Source) ([]source.Access, error) { return src.Accesses(l.of, writes, guarded) })
}

// Name is what the local events are about.
func (l *Local) Name() string { return l.of.Name }

// Each makes the run again, and hands over its local events, some at a time, in recorded order, as long as take returns
// true; with reads also those that read.
func (l *Local) Each(reads bool, take func([]source.Local) bool) error {
	c := &calls{}
	return c.blame(l.s.log().source.Locals(l.of, reads, c.call, take))
}
