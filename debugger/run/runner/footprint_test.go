package runner

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/kernel"
)

// TestFootprints reads where a run is from inside of its program, before, between and
// after its calls.
func TestFootprints(t *testing.T) {
	memory := make([]byte, FootprintBytes)
	var seen []Footprint
	look := func() { seen = append(seen, ReadFootprints(memory)...) }
	p := &kernel.Program{Name: "walker", Main: func(b *kernel.Boot) {
		look()
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			look()
			th.Yield()
			look()
			th.CThreads().SetName(th.ID(), "renamed")
			look()
		})
	}}
	o := New(p, 7)
	o.Lines, o.Footprints = true, NewFootprints(memory)
	Do(o).Close()
	if left := ReadFootprints(memory); len(left) != 0 {
		t.Errorf("a run that has ended leaves %v", left)
	}
	for i := range seen {
		if seen[i].Where.File != "" {
			seen[i].Where = kernel.Frame{File: seen[i].Where.File, Line: seen[i].Where.Line}
		}
	}
	want := []Footprint{
		{Seed: 7},
		{Seed: 7, Event: 1, Thread: "main.1"},
		{Seed: 7, Event: 2, Thread: "main.1", Where: kernel.Frame{File: "footprint_test.go", Line: 21}},
		{Seed: 7, Event: 3, Thread: "main.renamed", Where: kernel.Frame{File: "footprint_test.go", Line: 23}},
	}
	if d := cmp.Diff(want, seen); d != "" {
		t.Error(d)
	}
}

// TestPulse counts who looks after runs, and the looks.
func TestPulse(t *testing.T) {
	memory := make([]byte, FootprintBytes)
	f := NewFootprints(memory)
	look, end := f.watch()
	_, endOther := f.watch()
	look()
	look()
	endOther()
	if p := ReadPulse(memory); p != (Pulse{Watchers: 1, Looks: 2}) {
		t.Errorf("%+v", p)
	}
	end()
	o := New(single(func(th *kernel.Thread) { th.Yield() }), 1)
	o.Footprints = f
	Do(o).Close()
	if p := ReadPulse(memory); p.Watchers != 0 {
		t.Errorf("after a run there are %d", p.Watchers)
	}
}

// TestFootprintsOfMany gives a slot to each run at a time, and none to those for which
// there is none left.
func TestFootprintsOfMany(t *testing.T) {
	f := NewFootprints(make([]byte, 3*slotBytes))
	a, b := f.begin(1, "pos"), f.begin(2, "pos")
	if f.begin(3, "pos") != nil {
		t.Error("there are two slots, and three runs have one")
	}
	f.end(a)
	if c := f.begin(4, "pos"); c == nil || &c.slot[0] != &a.slot[0] || c == b {
		t.Error("a slot that was given back is not given out")
	}
}
