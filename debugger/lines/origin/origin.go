package origin

import (
	"errors"
	"go/parser"
	"slices"
	"sort"

	"machsim/debugger/lines/source"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Run is what is asked of a recorded run.
type Run interface {
	// Listen makes the run again (source.Source.Listen).
	Listen(source.Listener) error
	// TaskOf is the task of a thread.
	TaskOf(kernel.ThreadID) kernel.TaskID
	// ThreadOf is the thread whose step an event is, 0 for none.
	ThreadOf(event int) kernel.ThreadID
	ThreadName(kernel.ThreadID) string
	// Received is the event that sent the message that an event has received, -1 for none.
	Received(event int) int
	// SentBy is what the message of an event says.
	SentBy(event int) string
}

// Question asks where a value comes from.
type Question struct {
	Expression string // of Go; "" for those of the check, or of the statement, at which the thread stands
	Thread     kernel.ThreadID
	Serial     uint64 // of the activation in which it is evaluated
	// Statement is the one before which the thread stands, 0 if it stands at a call.
	Statement uint64
	// Done says whether an event is done there.
	Done func(event int) bool
	// Stopped says whether the question is to be given up.
	Stopped func() bool
	// Depth is how many links a chain has at most, Breadth how many there are in all.
	Depth, Breadth int
}

// Tree is where a value comes from.
type Tree struct {
	What  string // the expression
	Links []*Link
	All   int // how many links there are
	Left  int // how many sources were not followed: chains are longer, or there are more
	// Events is the number of events from which on the logs remember what was done: 0 if all is.
	Forgets bool
	// Decision is, of a check, where the sender of the last message decided last before; nil if nobody has.
	Decision *Decision
}

// Tracer answers questions about a run. It keeps what threads have done.
type Tracer struct{ t *tracer }

// New makes a Tracer.
func New(run Run) *Tracer {
	return &Tracer{&tracer{run: run, codes: &codes{map[*hook.Package]*code{}}}}
}

// ErrNowhere is the error of a question about a thread that is in no function.
var ErrNowhere = errors.New("the thread is in no function of the program here")

// ErrNoCheck is the error of a question without an expression, where the thread stands at no check.
var ErrNoCheck = errors.New("the thread stands at no check: say which value is meant")

// Ask answers a question.
func (x *Tracer) Ask(q Question) (tree *Tree, err error) {
	t := x.t
	if t.logs == nil {
		if t.logs, err = record(t.run, t.codes); err != nil {
			t.logs = nil
			return nil, err
		}
	}
	t.links = map[linkKey]*Link{}
	at, err := t.here(q)
	if err != nil {
		return nil, err
	}
	tree = &Tree{What: q.Expression}
	if q.Expression == "" {
		if tree.What, tree.Links = t.checked(at); tree.What == "" {
			return nil, ErrNoCheck
		}
	} else {
		e, err := parser.ParseExpr(q.Expression)
		if err != nil {
			return nil, err
		}
		at.hand = true
		tree.Links = t.value(e, at, nil)
	}
	tree.Links = only(tree.Links)
	if t.grow(tree, q); q.Expression == "" {
		tree.Decision = t.decision(tree)
	}
	return tree, nil
}

// here is the place at which a thread stands.
func (t *tracer) here(q Question) (at place, err error) {
	l := t.logs[t.run.TaskOf(q.Thread)]
	if l == nil || l.threads[q.Thread] == nil || uint64(len(l.threads[q.Thread].frames)) <= q.Serial {
		return at, ErrNowhere
	}
	by := l.threads[q.Thread]
	at = place{log: l, s: -1, limit: l.len()}
	if q.Statement == 0 {
		i := sort.Search(len(by.calls), func(i int) bool {
			e := by.calls[i]
			return e >= l.left && (l.at(e).event < 0 || !q.Done(l.at(e).event))
		})
		if i < len(by.calls) {
			at.limit = by.calls[i]
		}
	}
	for i := l.len() - 1; q.Statement > 0 && i >= l.left; i-- {
		if e := l.at(i); e.by == by && e.kind == began && uint64(e.n) == q.Statement {
			at.limit = i
			break
		}
	}
	if at.s = l.head(min(at.limit, l.len()-1), by, uint32(q.Serial)); at.s < 0 {
		return at, ErrNowhere
	}
	return at, nil
}

// checked finds the sources of the condition of the check at which a thread stands; of one that has none, as false, of
// what the check says.
func (t *tracer) checked(at place) (what string, links []*Link) {
	f := t.code(at).files[at.fn().File]
	for _, x := range calls(t.code(at).statement(at.entry().code)) {
		if lastName(x.Fun) != "Check" || !t.isKernel(x, at) || len(x.Args) == 0 {
			continue
		}
		what = f.text[offset(x.Args[0].Pos()):offset(x.Args[0].End())]
		links = only(t.value(x.Args[0], at, nil))
		if len(links) == 1 && links[0].Kind == Constant && len(x.Args) > 2 {
			links = t.values(x.Args[2:], at, nil)
		}
	}
	return what, links
}

// only are links without those that end a chain at once, if there are others, each once.
func only(all []*Link) (some []*Link) {
	constant := !slices.ContainsFunc(all, func(l *Link) bool { return l.Kind != Constant })
	for _, l := range all {
		if (l.Kind != Constant || constant) && !slices.Contains(some, l) {
			some = append(some, l)
		}
	}
	return some
}

// sources finds the sources of a link, once.
func (l *Link) sources() []*Link {
	if !l.found {
		l.found = true
		if l.expand != nil {
			l.From = only(l.expand())
		}
		l.gather()
	}
	return l.From
}

// mostTimes is how many links are made one at most.
const mostTimes = 1000

// gather makes one of a link and of those before it that the same statement has made, one after the other, as those of
// a sum: the sources of all are its own.
func (l *Link) gather() {
	for l.Times < mostTimes {
		i := slices.IndexFunc(l.From, func(s *Link) bool { return s != l && s.follows(l) })
		if i < 0 {
			return
		}
		s := l.From[i]
		l.From = slices.Delete(slices.Clone(l.From), i, i+1)
		if !s.found && s.expand != nil {
			s.From, s.found = only(s.expand()), true
		}
		for _, x := range s.From {
			if x != l && !slices.Contains(l.From, x) {
				l.From = append(l.From, x)
			}
		}
		l.Times += s.Times
	}
}

// follows says whether a link is the same statement's as another one, of the same variable.
func (s *Link) follows(l *Link) bool {
	return l.Kind == Assigned && s.Kind == Assigned && s.Place == l.Place && s.Text == l.Text && s.Name == l.Name &&
		s.At.Thread == l.At.Thread && s.At.N != l.At.N
}

// grow finds links, those next to the value first, until there are as many as are wanted.
func (t *tracer) grow(tree *Tree, q Question) {
	type item struct {
		l     *Link
		depth int
	}
	seen := map[*Link]bool{}
	var queue []item
	for _, l := range tree.Links {
		seen[l] = true
		queue = append(queue, item{l, 1})
	}
	for i := 0; i < len(queue) && !q.Stopped(); i++ {
		l, depth := queue[i].l, queue[i].depth
		if depth >= q.Depth || i >= q.Breadth {
			if l.leave() {
				tree.Left++
			}
			continue
		}
		for _, s := range l.sources() {
			if !seen[s] {
				seen[s] = true
				queue = append(queue, item{s, depth + 1})
			}
		}
	}
	tree.All = len(queue)
	for _, l := range t.logs {
		tree.Forgets = tree.Forgets || l.left > 0
	}
}

// leave leaves out the sources of a link, and says whether it has any: the end of a chain stays.
func (l *Link) leave() bool {
	all := l.sources()
	if len(all) == 0 || len(all) == 1 && all[0].Kind.Ends() {
		return false
	}
	l.From, l.Left = nil, len(all)
	return true
}
