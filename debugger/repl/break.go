package repl

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/breakpoint"
	"machsim/debugger/graph"
	"machsim/debugger/session"
)

// point is a breakpoint that was set.
type point struct {
	number   int
	spec     *breakpoint.Spec
	once     bool // it goes when it has stopped somebody
	disabled bool
	hits     *breakpoint.Hits // in the run of points.s; nil if that does not know what it is about
	all      []breakpoint.Place
}

// points are the breakpoints of a Prompt, in the order of their numbers. A number is not
// given twice.
type points struct {
	list []*point
	last int              // the number that was given last
	s    *session.Session // in whose run the hits are
}

// points are those of the Prompt. If it shows another run than before, such as a fork,
// they are looked for there.
func (p *Prompt) points() *points {
	ps := &p.stops
	if ps.s != p.s {
		ps.s = p.s
		for _, b := range ps.list {
			_ = p.match(b) // the run does not know what it is about: no hits
		}
	}
	return ps
}

// match finds the hits of a breakpoint.
func (p *Prompt) match(b *point) (err error) {
	b.all = nil
	grown := false
	if b.hits, grown, err = p.s.Hits(b.spec); err == nil {
		b.all = b.hits.All()
	}
	if grown {
		p.grown()
	}
	return err
}

// sofar is how many of the hits a cut has come to.
func (b *point) sofar(cut graph.Cut) (n int) {
	for _, h := range b.all {
		if h.Done <= int(cut[h.Lane]) {
			n++
		}
	}
	return n
}

// stops says whether the breakpoint stops a lane that has done so many events.
func (b *point) stops(lane, done int) bool {
	if b.hits == nil || done == 0 {
		return false
	}
	h, ok := b.hits.After(lane, uint32(done-1))
	return ok && h.Done == done
}

// breakAt sets a breakpoint, or one that stops once.
func breakAt(once bool) func(*Prompt, []string) error {
	return func(p *Prompt, _ []string) error {
		spec, err := breakpoint.Parse(specText(p.args))
		if err != nil {
			return cmp.Or(p.gdbBreak(), pointed(err))
		}
		ps := p.points()
		b := &point{spec: spec, once: once}
		if err := p.match(b); err != nil {
			if !b.mayBe(err) {
				return pointed(err)
			}
			p.printf("%v\n", pointed(err))
		}
		ps.last++
		b.number = ps.last
		ps.list = append(ps.list, b)
		p.printf("%s: %s\n", b, b.outlook(p.s.Cut()))
		return nil
	}
}

// gdbBreak is the answer to a place that gdb would know: a line without its file, or a
// function. It is nil for any other.
func (p *Prompt) gdbBreak() error {
	if len(p.args) == 0 {
		return nil
	}
	word, rest := p.args[0].text, strings.TrimSpace(" "+spoken(p.args[1:]))
	if n, err := strconv.Atoi(word); err == nil {
		file := "FILE.go"
		if path, err := p.file(""); err == nil {
			file = path[strings.LastIndexAny(path, `/\`)+1:]
		}
		return fmt.Errorf("say of which file that line is: break %s", strings.TrimSpace(fmt.Sprintf("%s:%d %s", file, n, rest)))
	}
	if f, ok := p.function(word); ok {
		return fmt.Errorf("to stop where a thread comes to %s, type: break %s; for one of its lines, as the one of its first call: break %s:%d",
			f.Func, strings.TrimSpace("enter "+word+" "+rest), f.File, f.Line)
	}
	return nil
}

// mayBe says whether a breakpoint of which the run knows nothing may be right all the same:
// a label or a line to which no thread came, though one may in a fork. Else a name is wrong.
func (b *point) mayBe(err error) bool {
	m := (*breakpoint.Mistake)(nil)
	return b.spec.Kind == breakpoint.Label || b.spec.Kind == breakpoint.Line && errors.As(err, &m) && strings.HasSuffix(m.Text[:m.At], ":")
}

// pointed shows where in the text of a breakpoint a mistake is.
func pointed(err error) error {
	if m := (*breakpoint.Mistake)(nil); errors.As(err, &m) {
		return errors.New(m.Show())
	}
	return err
}

func (b *point) String() string { return fmt.Sprintf("breakpoint %d, %s", b.number, b.spec) }

// outlook says what the run has in store for a breakpoint.
func (b *point) outlook(cut graph.Cut) string {
	switch n, so := len(b.all), b.sofar(cut); {
	case n == 0:
		return "it is never reached in this recording"
	case n == 1 && so == 1:
		return "it is reached once in this recording, and has been"
	case n == 1:
		return "it is reached once in this recording, further on"
	case so == n:
		return fmt.Sprintf("it is reached %d times in this recording, all of them up to here", n)
	default:
		return fmt.Sprintf("it is reached %d times in this recording, %s of them up to here", n, orNone(so))
	}
}

func orNone(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}
