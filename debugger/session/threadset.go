package session

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/replay/engine"
	"machsim/debugger/rows"
	"machsim/kernel"
)

// setKinds are the words before a colon that say what the threads of a set have in common.
var setKinds = map[string]func(s *Session, of string) ([]kernel.ThreadID, error){
	"task": (*Session).ofTask, "root": (*Session).rootedIn, "forked": (*Session).forkedAt,
}

// ThreadSet returns the threads of the whole run that a text means, in the order of their ids. This is the only place
// that knows sets of threads; whatever takes a thread by its name asks it.
//
//	{kant hume}        those of each name in it, with commas between names that have blanks
//	worker.*           all whose names fit the pattern
//	task:table         those of a task
//	root:dine          those whose outermost function it is
//	forked:bank.go:33  those that calls at that line have made
//	eater              the one that somebody has named so (Options.Called)
//
// ok is false for any other text, which may be the name of one thread or of something else.
func (s *Session) ThreadSet(typed string) (ids []kernel.ThreadID, ok bool, err error) {
	kind, of, colon := strings.Cut(typed, ":")
	inner, braced := strings.CutPrefix(typed, "{")
	switch name := s.calledThread(typed); {
	case s.isThread(typed): // a program may give any name
		return nil, false, nil
	case name != typed:
		one, err := rows.Choose("thread", s.threadNames(), name)
		return []kernel.ThreadID{kernel.ThreadID(one.ID)}, true, err
	case braced:
		ids, err = s.listed(strings.TrimSuffix(inner, "}"))
	case strings.ContainsAny(typed, "*?"):
		ids, err = s.matching(typed)
	case colon && setKinds[kind] != nil:
		ids, err = setKinds[kind](s, of)
	default:
		return nil, false, nil
	}
	slices.Sort(ids)
	return slices.Compact(ids), true, err
}

// FindThreads returns the threads that a text means: those of a set, or the one of a name.
func (s *Session) FindThreads(typed string) ([]kernel.ThreadID, error) {
	if ids, ok, err := s.ThreadSet(typed); ok {
		return ids, err
	}
	one, err := rows.Choose("thread", s.threadNames(), typed)
	return []kernel.ThreadID{kernel.ThreadID(one.ID)}, err
}

// FindThread returns the thread of the whole run with a typed name, whatever the position is. A set of one thread
// names that.
func (s *Session) FindThread(typed string) (rows.Named, error) {
	ids, ok, err := s.ThreadSet(typed)
	switch {
	case !ok:
		return rows.Choose("thread", s.threadNames(), typed)
	case err != nil:
		return rows.Named{}, err
	case len(ids) > 1:
		return rows.Named{}, fmt.Errorf("%s are %d threads, and one is wanted here: %s", typed, len(ids), s.sentence(ids))
	}
	return rows.Choose("thread", s.threadNames(), s.ThreadName(ids[0]))
}

// sentence lists threads.
func (s *Session) sentence(ids []kernel.ThreadID) string {
	var all []rows.Named
	for _, id := range ids {
		all = append(all, rows.Named{Name: s.ThreadName(id)})
	}
	return rows.List(all, " and ")
}

// Renamed lets go of what was found under the names that somebody gave threads.
func (s *Session) Renamed() { s.predicates = nil }

// calledThread is the name of the thread that somebody has named so; else what was typed.
func (s *Session) calledThread(typed string) string {
	if s.called == nil {
		return typed
	}
	return s.called(typed)
}

func (s *Session) threadNames() []rows.Named { return rows.All(s.Final(), kernel.ThreadObject) }

func (s *Session) isThread(name string) bool {
	return slices.ContainsFunc(s.threadNames(), func(n rows.Named) bool { return n.Name == name })
}

// listed are the threads of the names between braces.
func (s *Session) listed(inner string) (ids []kernel.ThreadID, err error) {
	names := strings.Fields(inner)
	if strings.Contains(inner, ",") {
		names = strings.Split(inner, ",")
	}
	for _, n := range names {
		if n = strings.TrimSpace(n); n == "" {
			continue
		}
		some, err := s.FindThreads(n)
		if err != nil {
			return nil, err
		}
		ids = append(ids, some...)
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("there are no threads in {%s}: type names, as in {kant hume}", inner)
	}
	return ids, nil
}

// matching are the threads whose names fit a pattern.
func (s *Session) matching(pattern string) (ids []kernel.ThreadID, err error) {
	for _, n := range s.threadNames() {
		whole, _ := path.Match(pattern, n.Name)
		base, _ := path.Match(pattern, kernel.BaseOf(n.Name))
		if whole || base {
			ids = append(ids, kernel.ThreadID(n.ID))
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("no thread's name fits %s; there are %s", pattern, rows.List(s.threadNames(), " and "))
	}
	return ids, nil
}

func (s *Session) ofTask(name string) (ids []kernel.ThreadID, err error) {
	task, err := s.FindTask(name)
	if err != nil {
		return nil, err
	}
	for id := range s.Final().Threads.All {
		if uint32(s.Final().Threads.At(id).Task) == task.ID {
			ids = append(ids, kernel.ThreadID(id))
		}
	}
	return ids, nil
}

// forkedAt are the threads that calls at a line have made.
func (s *Session) forkedAt(place string) (ids []kernel.ThreadID, err error) {
	var lines []string
	for id := range s.Final().Threads.All {
		switch at := s.ForkedAt(kernel.ThreadID(id)); at.String() {
		case place:
			ids = append(ids, kernel.ThreadID(id))
		default:
			if at.File != "" {
				lines = append(lines, at.String())
			}
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("no thread was made at %s; %s", place, text.Offer(place, lines, "lines"))
	}
	return ids, nil
}

// ForkedAt is the line of the call that has made a thread; the zero Frame if none is known, or Main made it.
func (s *Session) ForkedAt(id kernel.ThreadID) kernel.Frame {
	e := s.AskerOf(id)
	if e < s.First() {
		return kernel.Frame{}
	}
	c, ok := s.CallOf(e)
	if !ok || c.PC == 0 {
		return kernel.Frame{}
	}
	return kernel.FrameAt(c.PC)
}

// rootedIn are the threads whose outermost function has a name, with or without its package.
func (s *Session) rootedIn(function string) (ids []kernel.ThreadID, err error) {
	roots, err := s.roots()
	if err != nil {
		return nil, err
	}
	var names []string
	for id, root := range roots {
		if root == function || strings.HasSuffix(root, "."+function) {
			ids = append(ids, id)
		}
		names = append(names, root)
	}
	if len(ids) == 0 {
		slices.Sort(names)
		return nil, fmt.Errorf("no thread's outermost function is %s; %s", function,
			text.Offer(function, slices.Compact(names), "functions"))
	}
	return ids, nil
}

// roots are the outermost functions of the threads: the first that has a name, as bodies often are literals. Of a
// thread that has ended with its first step none is known. The programs are run again once for that.
func (s *Session) roots() (map[kernel.ThreadID]string, error) {
	if s.rooted != nil && s.rootedTo == s.Len() {
		return s.rooted, nil
	}
	t := s.log().tape
	var lanes []int
	for lane := range t.Lanes {
		if l := &t.Lanes[lane]; l.Thread != 0 && l.Begun(l.Len()) {
			lanes = append(lanes, lane)
		}
	}
	begins := func(lane int) int { return t.CompletedBy(lane, 0) }
	slices.SortFunc(lanes, func(a, b int) int { return cmp.Compare(begins(a), begins(b)) })
	roots, before := map[kernel.ThreadID]string{}, func(i int) int { return begins(lanes[i]) + 1 }
	err := s.walk(len(lanes), before, func(int) bool { return true }, func(i int, threads engine.Threads) {
		id := s.ThreadIn(lanes[i])
		if root := rootOf(threads.Stack(id)); root != "" {
			roots[id] = root
		}
	})
	if err != nil {
		return nil, err
	}
	s.rooted, s.rootedTo = roots, s.Len()
	return roots, nil
}

// rootOf is the outermost function with a name on a stack, or else the outermost.
func rootOf(stack []kernel.Frame) string {
	for _, f := range slices.Backward(stack) {
		last := f.Func[strings.LastIndexByte(f.Func, '.')+1:]
		if !strings.HasPrefix(last, "func") && strings.Trim(last, "0123456789") != "" {
			return f.Func
		}
	}
	if len(stack) == 0 {
		return ""
	}
	return stack[len(stack)-1].Func
}
