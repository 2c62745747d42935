package contrast

import (
	"fmt"
	"slices"
	"strings"

	"machsim/kernel"
)

// holding is a mutex that a thread holds.
type holding struct {
	mutex string
	by    string
	since *occurrence
	given bool // the thread has unlocked another one since
}

// wakening is a thread that was signalled, and has not got its mutex back.
type wakening struct {
	thread, mutex string
	signal        *occurrence
}

// hold notes that the thread at hand has locked a mutex, and what else is held meanwhile.
func (w *watcher) hold(mutex string) {
	now := holding{mutex: mutex, by: w.e.Thread.Text, since: &occurrence{event: int(w.e.Number)}}
	for _, h := range w.held {
		if h.by != now.by {
			w.feature(AtOnce, word(word(word(word(7, mutex), now.by), h.mutex), h.by), 2, func() string {
				return fmt.Sprintf("%s locks mutex %s while %s holds mutex %s", now.by, mutex, h.by, h.mutex)
			}, h.since, now.since)
		}
	}
	i, _ := slices.BinarySearchFunc(w.held, now, func(a, b holding) int { return strings.Compare(a.mutex, b.mutex) })
	w.held = slices.Insert(w.held, i, now)
	w.atOnce()
}

// atOnce notes which threads have locked mutexes, and unlocked none since: what a cycle of them begins with.
func (w *watcher) atOnce() {
	hash, threads := uint64(11), map[string]bool{}
	var all []string
	var events []*occurrence
	for _, h := range w.held {
		if h.given {
			continue
		}
		hash = word(word(hash, h.mutex), h.by)
		all, events, threads[h.by] = append(all, h.by+" mutex "+h.mutex), append(events, h.since), true
	}
	if len(threads) < 2 || len(all) > maxHeld {
		return
	}
	w.feature(AtOnce, hash, 3, func() string {
		return "locked before any of these threads unlocks one: by " + strings.Join(all, ", by ")
	}, events...)
}

// release notes that the thread at hand gives up a mutex.
func (w *watcher) release(mutex string) {
	w.held = slices.DeleteFunc(w.held, func(h holding) bool { return h.mutex == mutex })
	for i := range w.held {
		if w.held[i].by == w.e.Thread.Text {
			w.held[i].given = true
		}
	}
}

// locks notes that a mutex is locked, or given up.
func (w *watcher) locks() {
	if h := w.mutexes.Gave; h != nil {
		w.release(w.mutexes.Objects[h.Mutex].Text)
	}
	h := w.mutexes.Took
	if h == nil {
		return
	}
	mutex := w.mutexes.Objects[h.Mutex].Text
	if w.e.Op.Class() == kernel.ClassWait { // it has the mutex again
		w.woken = slices.DeleteFunc(w.woken, func(k wakening) bool { return k.thread == w.e.Thread.Text })
	} else {
		o := w.on(actLock, "mutex "+mutex)
		w.interleaves(o)
		w.overtakes(o, mutex)
	}
	w.hold(mutex)
}

// wait notes that a thread begins to wait for a condition.
func (w *watcher) wait() {
	if w.e.Phase == 0 {
		condition := w.named(kernel.ConditionObject)
		w.on(actWait, "condition "+condition)
		w.waiting = append(w.waiting, waiting{w.e.Thread.Text, condition, w.named(kernel.MutexObject)})
	}
}

// waiting is a thread that waits for a condition.
type waiting struct{ thread, condition, mutex string }

// signal notes that a condition is signalled, to one or all.
func (w *watcher) signal() {
	condition, woken := w.named(kernel.ConditionObject), false
	all := w.e.Op == kernel.OpConditionBroadcast
	before := w.waiting
	w.waiting = slices.DeleteFunc(slices.Clone(w.waiting), func(x waiting) bool {
		wakes := x.condition == condition && (all || x.thread == w.e.Result.Text)
		woken = woken || wakes
		return wakes
	})
	act := actSignal
	if !woken {
		act = actInVain
	}
	o := w.on(act, "condition "+condition)
	for _, x := range before {
		if !slices.Contains(w.waiting, x) {
			w.woken = append(w.woken, wakening{x.thread, x.mutex, o})
		}
	}
}

// overtakes notes that a thread locks a mutex before one that was signalled has got it back.
func (w *watcher) overtakes(o *occurrence, mutex string) {
	for _, k := range w.woken {
		if k.mutex != mutex || k.thread == o.actor {
			continue
		}
		hash := mix(mix(17, k.signal.deed), o.deed)
		tell := func(level uint64, weight int, woken, by string) {
			w.feature(Between, word(word(mix(hash, level), woken), by), weight, func() string {
				return fmt.Sprintf("between the signal of %s to %s and its going on, %s locks %s",
					k.signal.object, woken, by, o.object)
			}, k.signal, o)
		}
		other := &occurrence{actor: k.thread, role: role(k.thread)}
		if other.role != k.thread || o.role != o.actor {
			tell(0, 2, other.role, another(o, other))
		}
		tell(1, 3, k.thread, o.actor)
	}
}
