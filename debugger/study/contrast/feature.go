package contrast

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Kind is what a feature says.
type Kind uint8

// The kinds of features.
const (
	Happens  Kind = iota // something happens
	First                // a thread is the first at an object
	Order                // something comes before something else
	Between              // something comes between two acts of another thread
	AtOnce               // mutexes are held at the same time
	HasValue             // a message, or a random number, has a value
	numKinds
)

var kindNames = [numKinds]string{"happens", "first", "order", "between", "held", "value"}

func (k Kind) String() string { return kindNames[k] }

// Feature is a sentence that is true of a run or not.
type Feature struct {
	Kind   Kind
	Text   string
	Events []int // in the run at hand: where it shows
	Weight int   // how much it says: of two features of the same runs the lighter one is told
}

// collector takes the features of a run.
type collector struct {
	seen   map[uint64]struct{}          // the hashes of those that were found
	wanted map[uint64]struct{}          // those that are to be told; nil for none
	told   func(hash uint64, f Feature) // is told these, once each
}

// maxFeatures is how many features of a run count: those that come first.
const maxFeatures = 1 << 17

// found notes a feature. It returns true if the feature is to be told.
func (c *collector) found(hash uint64) bool {
	if _, known := c.seen[hash]; known || len(c.seen) == maxFeatures {
		return false
	}
	c.seen[hash] = struct{}{}
	_, wanted := c.wanted[hash]
	return wanted
}

// feature notes a feature, which text and events describe if that is wanted.
func (c *collector) feature(k Kind, hash uint64, weight int, text func() string, events ...*occurrence) {
	hash = mix(hash, uint64(k))
	if !c.found(hash) {
		return
	}
	f := Feature{Kind: k, Text: text(), Weight: weight}
	for _, o := range events {
		f.Events = append(f.Events, o.event)
	}
	slices.Sort(f.Events)
	f.Events = slices.Compact(f.Events)
	c.told(hash, f)
}

// The features are found among so many occurrences of a kind, and at an object.
const (
	maxNth      = 12  // of one kind whose order is looked at
	maxAtObject = 160 // at one object whose order is looked at
	maxFirsts   = 64  // whose order is looked at across objects
	maxBetween  = 64  // that came last at an object, for what is between two acts
	maxHeld     = 12  // mutexes held at the same time
)

// object is what has happened at an object.
type object struct {
	ordered []*occurrence // whose order is looked at
	latest  []*occurrence // that came last
}

// note finds the features of an occurrence.
func (w *watcher) note(o *occurrence) {
	w.exists(o)
	if o.object != "" && !o.act.special() || o.act == actInVain {
		w.order(o)
	}
	if o.nth == 1 && len(w.firsts) < maxFirsts {
		w.across(o)
	}
}

// exists notes that something happens, by whom, and how often.
func (w *watcher) exists(o *occurrence) {
	heavy := 2
	if o.act.special() {
		heavy = 0
		if o.role != o.actor {
			w.feature(Happens, o.kind, 1, func() string { return o.by(o.role) }, o)
		}
	}
	w.feature(Happens, mix(o.key, 1), heavy, func() string { return o.by(o.actor) }, o)
	if o.nth > 1 {
		w.feature(Happens, mix(o.key, uint64(o.nth)), heavy+2, o.phrase, o)
	}
}

// order compares an occurrence with the earlier ones of others at its object.
func (w *watcher) order(o *occurrence) {
	at := w.at(o)
	if len(at.ordered) == 0 {
		w.feature(First, o.key, 1, func() string { return o.by(o.actor) + " first, before any other thread" }, o)
	}
	if o.nth > maxNth || len(at.ordered) == maxAtObject {
		return
	}
	for _, before := range at.ordered {
		if before.actor != o.actor && conflicts(before.act, o.act) {
			w.ordered(before, o, 2)
		}
	}
	at.ordered = append(at.ordered, o)
}

// ordered notes that one occurrence comes before another.
func (w *watcher) ordered(a, b *occurrence, weight int) {
	if a.nth > 1 || b.nth > 1 {
		weight++
	}
	hash := mix(mix(mix(a.key, uint64(a.nth)), b.key), uint64(b.nth))
	w.feature(Order, hash, weight, func() string { return a.phrase() + " before " + b.phrase() }, a, b)
	if a.role != a.actor && b.role != b.actor && a.object == b.object {
		hash := mix(mix(mix(a.kind, uint64(a.nth)), b.kind), uint64(b.nth))
		w.feature(Order, hash, weight+1, func() string {
			return a.by(a.role) + nth(a.nth) + " before " + b.by(another(b, a)) + nth(b.nth)
		}, a, b)
		w.ahead(a, b, weight+2)
	}
}

// ahead notes that a thread does something so many times before another has done something else as often.
func (w *watcher) ahead(a, b *occurrence, weight int) {
	by := a.nth - b.nth
	if by <= 0 {
		return
	}
	w.feature(Order, mix(mix(mix(a.kind, 9), b.kind), uint64(by)), weight, func() string {
		return fmt.Sprintf("%s (the (n+%d)th time) before %s (the nth time)", a.by(a.role), by, b.by(another(b, a)))
	}, a, b)
}

// across compares the first occurrence of its kind with those of others at other objects.
func (w *watcher) across(o *occurrence) {
	for _, before := range w.firsts {
		if before.actor != o.actor && (before.object != o.object || o.object == "") {
			w.ordered(before, o, 5)
		}
	}
	w.firsts = append(w.firsts, o)
}

func (w *watcher) at(o *occurrence) *object {
	at := w.objects[o.object]
	if at == nil {
		at = new(object)
		w.objects[o.object] = at
	}
	return at
}

// interleaves notes what others have done at an object between this occurrence and the one before it of the same
// actor: of all, and of those with the same value in a field.
func (w *watcher) interleaves(o *occurrence) {
	at := w.at(o)
	w.between(at.latest, o, nil)
	for i := range o.fields {
		w.between(at.latest, o, &o.fields[i])
	}
	if len(at.latest) == maxBetween {
		at.latest = append(at.latest[:0], at.latest[maxBetween/4:]...)
	}
	at.latest = append(at.latest, o)
}

// between notes what lies between an occurrence and the one before it of the same actor, among those with the same
// value in a field; nil stands for all.
func (w *watcher) between(latest []*occurrence, o *occurrence, same *field) {
	first := len(latest) - 1
	for first >= 0 && (latest[first].actor != o.actor || !latest[first].has(same)) {
		first--
	}
	if first < 0 {
		return
	}
	for _, b := range latest[first+1:] {
		if b.actor != o.actor && b.has(same) && (o.act == actReceipt || conflicts(b.act, o.act)) {
			w.inserted(latest[first], b, o, same)
		}
	}
}

// has says whether a field of the occurrence has a value; every one has nil.
func (o *occurrence) has(f *field) bool { return f == nil || slices.Contains(o.fields, *f) }

// inserted notes that b lies between a and c, which are of one actor.
func (w *watcher) inserted(a, b, c *occurrence, same *field) {
	hash, with, weight := uint64(3), "", 3
	if same != nil {
		hash, with, weight = word(hash, same.name), ", each with the same "+same.name, 4
	}
	deeds := mix(mix(mix(hash, a.deed), b.deed), c.deed)
	if a.role != a.actor || b.role != b.actor {
		w.feature(Between, word(word(deeds, a.role), b.role), weight, func() string {
			return a.of(a.role) + ", then " + b.then(a, another(b, a)) + ", then " + c.then(a, "the first") + a.there() + with
		}, a, b, c)
	}
	actors := word(word(mix(deeds, 1), a.actor), b.actor)
	w.feature(Between, actors, weight+1, func() string {
		return a.of(a.actor) + ", then " + b.then(a, b.actor) + ", then " + c.then(a, a.actor) + a.there() + with
	}, a, b, c)
	if same == nil && a.nth <= maxNth && c.nth <= maxNth {
		w.feature(Between, mix(mix(actors, uint64(a.nth)), uint64(c.nth)), weight+2, func() string {
			return a.of(a.actor) + nth(a.nth) + ", then " + b.then(a, b.actor) + ", then " + c.then(a, a.actor) + nth(c.nth) +
				a.there()
		}, a, b, c)
	}
}

// of is what a thread did at an object, as a noun.
func (o *occurrence) of(actor string) string {
	switch o.act {
	case actLock:
		return "a lock by " + actor
	case actReceipt:
		return o.what + " from " + actor
	}
	return "a " + o.what + " by " + actor
}

// then is of for what comes after a, in fewer words if it is the same.
func (o *occurrence) then(a *occurrence, actor string) string {
	if o.act == actLock {
		return "one by " + actor
	}
	return o.of(actor)
}

// there names the object.
func (o *occurrence) there() string {
	if o.act == actReceipt {
		return ", at " + o.object
	}
	return ", of " + o.object
}

// values notes the values in a message that is received.
func (w *watcher) values(o *occurrence) {
	for i := range o.fields {
		f := &o.fields[i]
		hash := word(word(o.deed, f.name), f.value)
		says := func(actor string) string { return fmt.Sprintf("%s with %s %s", o.by(actor), f.name, f.value) }
		if o.role != o.actor {
			w.feature(HasValue, word(mix(hash, 1), o.role), 2, func() string { return says(o.role) }, o)
		}
		w.feature(HasValue, word(hash, o.actor), 2, func() string { return says(o.actor) }, o)
		if o.nth <= maxNth {
			w.feature(HasValue, mix(word(hash, o.actor), uint64(o.nth)), 4, func() string {
				return says(o.actor) + nth(o.nth)
			}, o)
		}
		if strings.HasPrefix(f.value, "-") {
			w.feature(HasValue, word(mix(o.kind, 1), f.name), 2, func() string {
				return fmt.Sprintf("%s with a negative %s", o.by(o.role), f.name)
			}, o)
		}
	}
}

// draw notes a random number.
func (w *watcher) draw() {
	o := w.occurrence(w.e.Thread.Text, actDraw, "draws", "")
	n := number(w.e.Result.N)
	w.feature(HasValue, word(mix(o.key, uint64(o.nth)), n), 3, func() string {
		return fmt.Sprintf("the random number of %s is %s%s", o.actor, n, nth(o.nth))
	}, o)
}

// role is the name of a thread with a star for each number: what threads do that are made in a loop is told of any.
func role(actor string) string {
	if !strings.ContainsAny(actor, "0123456789") {
		return actor
	}
	var b strings.Builder
	for i := range len(actor) {
		switch digit := actor[i] >= '0' && actor[i] <= '9'; {
		case !digit:
			b.WriteByte(actor[i])
		case i == 0 || actor[i-1] < '0' || actor[i-1] > '9':
			b.WriteByte('*')
		}
	}
	return b.String()
}

// another is how the actor of b is called beside that of a, by roles.
func another(b, a *occurrence) string {
	if b.role != a.role {
		return b.role
	}
	return "another " + b.role
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
