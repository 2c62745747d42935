package source

import (
	"reflect"

	"machsim/debugger/goexpr"
	"machsim/debugger/graph"
	"machsim/debugger/text"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// Watched is what is watched: an expression, in an activation of a function of a thread.
type Watched struct {
	Thread kernel.ThreadID
	Serial uint64 // of the frame (Frame.Serial)
	Expr   *goexpr.Expr

	// slots says what names mean in the frame, for those of an inner block may hide them for a while; nil: not known.
	slots map[string]int
}

// Change is a statement that has given what is watched another value.
type Change struct {
	Hit             // the statement
	Place    Place  // of it
	Old, New string // "" where there is no value
	Last     bool   // the thread comes to a call, and to no other statement, before anything else is done
}

// Changes are all changes of what is watched in the whole run. The variable is there from the first statement of its
// function on, until that is left.
func (s *Source) Changes(w Watched, call Call) ([]Change, error) {
	c := &changes{w: w, call: call, last: map[kernel.ThreadID]*did{}}
	err := s.walk(func(id kernel.ThreadID, t *hook.Thread) { c.look(id, t, false) },
		func(id kernel.ThreadID, t *hook.Thread) { c.look(id, t, true) })
	if err != nil {
		return nil, err
	}
	return c.all, arrange(s, c.all, func(c *Change) *Hit { return &c.Hit },
		func(a, b Change) int { return a.Hit.compare(b.Hit) })
}

// changes looks for changes while a run is made again.
type changes struct {
	w     Watched
	call  Call
	all   []Change
	frame *hook.Frame // that of the variable, nil while it is not there
	known bool        // there is a value
	sum   uint64      // of the value
	shown string      // the value
	last  map[kernel.ThreadID]*did
}

// did is the statement that a thread is doing.
type did struct {
	n     uint64
	frame *hook.Frame
	stmt  int
}

// look is called before each statement, and at each call.
func (c *changes) look(id kernel.ThreadID, t *hook.Thread, atCall bool) {
	if c.frame == nil && id == c.w.Thread && t.Frame != nil && t.Frame.Serial == c.w.Serial {
		c.frame = t.Frame
		t.Returned = func(f *hook.Frame) {
			if f == c.frame {
				c.compare(id, false)
				c.frame, t.Returned = nil, nil
				c.w.Serial = 0 // it does not come again
			}
		}
	}
	if c.frame != nil {
		c.compare(id, atCall)
	}
	if !atCall {
		d := c.last[id]
		if d == nil {
			d = &did{}
			c.last[id] = d
		}
		d.n, d.frame, d.stmt = t.N, t.Frame, t.Frame.StmtIndex()
	}
}

// compare notes a change since the last time, which the statement that the thread is doing has made.
func (c *changes) compare(id kernel.ThreadID, atCall bool) {
	v, err := c.w.Expr.Value(&fixed{view{c.frame, c.call}, c.w.slots})
	known := err == nil && v.Reflect().IsValid()
	var sum uint64
	if known {
		sum = digest(v.Reflect())
	}
	if known == c.known && sum == c.sum {
		return
	}
	shown := ""
	if known {
		shown = v.String()
	}
	if d := c.last[id]; d != nil && d.n > 0 {
		c.all = append(c.all, Change{Hit: Hit{Thread: id, N: d.n}, Place: d.where(), Old: c.shown, New: shown, Last: atCall})
	}
	c.known, c.sum, c.shown = known, sum, shown
}

// where is the place of the statement.
func (d *did) where() Place {
	p, fn := d.frame.Package(), d.frame.Func()
	return Place{qualified(p, fn), p.Files[fn.File].Path, int(p.Stmts[d.stmt].Line)}
}

// After is the position after a change: before the thread's next statement or, if it comes to a call first, there.
func (s *Source) After(c Change) graph.Position {
	if c.Last {
		return graph.At(s.graph.First(c.Event + 1))
	}
	p := s.Position(c.Hit)
	p.N++
	return p
}

// NewWatched is an expression in an activation of a function of a thread.
func NewWatched(id kernel.ThreadID, serial uint64, expr string) (Watched, error) {
	e, err := goexpr.Parse(expr)
	return Watched{Thread: id, Serial: serial, Expr: e}, err
}

// Watch finds what an expression means in the n-th frame of a thread, counted from the innermost.
func (s *Source) Watch(id kernel.ThreadID, n int, expr string, call Call) (Watched, error) {
	e, err := goexpr.Parse(expr)
	if err != nil {
		return Watched{}, err
	}
	f := s.frame(id, n)
	if f == nil {
		return Watched{}, text.NewMistake("expression", expr, 0, "%s is in no function here", s.tape.End.ThreadName(id))
	}
	if _, err := e.Value(&view{f, call}); err != nil {
		return Watched{}, err
	}
	return Watched{id, f.Serial, e, slotsOf(f)}, nil
}

// slotsOf are the slots of the variables that names mean in a frame now.
func slotsOf(f *hook.Frame) map[string]int {
	slots, vars := map[string]int{}, f.Func().Vars
	for _, l := range f.Locals() { // the last of a name hides the others
		for i := range vars {
			if &vars[i] == l.Var {
				slots[l.Name] = i
			}
		}
	}
	return slots
}

// fixed is a view in which names mean the same variables all the time.
type fixed struct {
	view
	slots map[string]int
}

func (v *fixed) Find(name string) (reflect.Value, bool) {
	i, ok := v.slots[name]
	if !ok {
		return v.view.Find(name)
	}
	if p := v.frame.Slot(i); p != nil {
		return reflect.ValueOf(p).Elem(), true
	}
	return reflect.Value{}, false
}
