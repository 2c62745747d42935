package predicate

import (
	"errors"
	"math"
	"sort"
	"strings"
	"unicode"

	"machsim/kernel"
)

// Condition is a condition on the variables of whichever thread stops: a variable without a
// name is its own.
type Condition struct {
	Text   string
	r      *Run
	leaves map[int]*leaf // by lane; none of threads that do not show the variables
}

// Condition reads a condition, and finds out how it went for every thread that shows the
// variables in it. The errors are those of Predicate.
func (r *Run) Condition(text string) (c *Condition, err error) {
	defer caught(&err)
	n, err := parse(text)
	if err != nil {
		return nil, err
	}
	c = &Condition{text, r, map[int]*leaf{}}
	b := &binder{source: source(text), r: r}
	if n.anywhere(func(n *node) bool { return n.op == place || n.event() }) {
		return nil, b.foreign(n)
	}
	if err := r.survey(); err != nil {
		return nil, err
	}
	if err := c.bind(b, n); err != nil {
		return nil, plainly(err)
	}
	return c, nil
}

// foreign says that a condition speaks of more than its thread's variables.
func (b *binder) foreign(n *node) error {
	return b.mistake(n.at, "this speaks of other threads than the one that stops, or of where it stands; a condition here is about its own variables")
}

// wordAt is the name that begins at a byte of a text.
func wordAt(text string, at int) string {
	n := strings.IndexFunc(text[at:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	if n < 0 {
		return text[at:]
	}
	return text[at : at+n]
}

func (c *Condition) bind(b *binder, n *node) error {
	var leaves []*leaf
	var lacks *unshown
	for _, id := range c.r.threads() {
		c.r.tick()
		t, err := b.condition(n, scope{thread: id})
		var u unshown
		switch {
		case errors.As(err, &u):
			lacks = &u
			continue
		case err != nil:
			return err
		case t.owner == several || t.owner != 0 && t.owner != id:
			return b.foreign(n)
		}
		t.owner = id
		l := b.local(t, true)
		c.leaves[l.lane] = l
		leaves = append(leaves, l)
	}
	if len(leaves) == 0 && lacks != nil {
		return b.absent(lacks.At, "no thread shows a variable of that name%s", near(wordAt(c.Text, lacks.At), b.r.variableNames(c.r.threads()), "none shows any (th.Watch)"))
	}
	return c.r.feed(leaves)
}

// At says whether the condition holds when the thread of an event is about to take it, in the
// recorded order.
func (c *Condition) At(event int) bool { return c.before(c.r.t.Lane(event), event) }

// Standing says whether the condition holds when so many events of a lane are done, and it is
// about to take the next.
func (c *Condition) Standing(lane, done int) bool {
	if l := &c.r.t.Lanes[lane]; done < l.Len() {
		return c.before(lane, l.Event(done))
	}
	return c.before(lane, math.MaxInt)
}

func (c *Condition) before(lane, event int) bool {
	l := c.leaves[lane]
	if l == nil {
		return false
	}
	i := sort.Search(len(l.spans), func(i int) bool { return l.spans[i].lo >= event }) - 1
	return i >= 0 && l.spans[i].hi >= event
}

// Threads are those that show the variables in the condition.
func (c *Condition) Threads() (all []kernel.ThreadID) {
	for _, id := range c.r.threads() {
		if c.leaves[c.r.t.LaneOf(id)] != nil {
			all = append(all, id)
		}
	}
	return all
}
