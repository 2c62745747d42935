package simtest

import (
	"reflect"
	"strings"

	"machsim/debugger/study"
	"machsim/kernel"
)

// World is a run between two steps, as a condition sees it. A condition must not change
// anything, nor keep anything for later.
type World struct {
	State *kernel.State
	Event *kernel.Event // the step that was just taken, nil at the end of the run

	run    *study.Running
	labels map[string]int                        // how often each label was passed
	last   map[kernel.ThreadID][]kernel.Variable // what threads showed that have ended
}

// Values returns what the program shows by th.Watch under a name, one for each thread
// that does, in the order in which the threads were made. A thread that has ended shows
// what it showed last.
func (w *World) Values(name string) (all []any) {
	for id := range w.State.Threads.All {
		for _, v := range w.variables(kernel.ThreadID(id)) {
			if v.Name == name {
				all = append(all, v.Value)
			}
		}
	}
	return all
}

func (w *World) variables(id kernel.ThreadID) []kernel.Variable {
	if last, ended := w.last[id]; ended {
		return last
	}
	return w.run.Variables(id)
}

// Count returns how many threads show a value under a name.
func (w *World) Count(name string, value any) (n int) {
	for _, v := range w.Values(name) {
		if reflect.DeepEqual(v, value) {
			n++
		}
	}
	return n
}

// Sum returns the sum of the whole numbers that the program shows under a name, 0 when it
// shows none yet. Of a slice, an array or a map all elements count.
func (w *World) Sum(name string) (sum int) {
	for _, v := range w.Values(name) {
		sum += sumOf(reflect.ValueOf(v))
	}
	return sum
}

// sumOf is the sum of the whole numbers in a value.
func sumOf(v reflect.Value) (sum int) {
	switch {
	case v.CanInt():
		return int(v.Int())
	case v.CanUint():
		return int(v.Uint())
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			sum += sumOf(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			sum += sumOf(it.Value())
		}
	}
	return sum
}

// Labels returns how often threads have passed a place that is marked by th.Label with
// this text.
func (w *World) Labels(text string) int { return w.labels[text] }

// Printed says whether a line that the program has printed holds a text.
func (w *World) Printed(text string) bool {
	for _, l := range w.State.Console {
		if strings.Contains(l.Text, text) {
			return true
		}
	}
	return false
}

// see takes in a step.
func (w *World) see(e *kernel.Event) {
	w.State, w.Event = e.State, e
	if e.Call != nil && e.Done && e.Call.Op == kernel.OpLabel {
		w.labels[e.Call.Text]++
	}
	if e.Ended || e.Call != nil && ends(e.Call.Op) {
		w.keep()
	}
}

// ends says whether a kernel call may end other threads than its own.
func ends(call kernel.Op) bool {
	return call.Class() == kernel.ClassEnd || call == kernel.OpHostCrash
}

// keep keeps what threads show that have ended: the machine is about to forget it.
func (w *World) keep() {
	for id := range w.State.Threads.All {
		t := kernel.ThreadID(id)
		if _, kept := w.last[t]; kept || w.State.Threads.At(id).Status != kernel.Ended {
			continue
		}
		if shown := w.run.Variables(t); shown != nil {
			w.last[t] = shown
		}
	}
}
