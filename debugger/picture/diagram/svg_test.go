package diagram_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/picture/diagram"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testsession"
)

// elements are the elements of an SVG, by the first words of their classes.
type elements struct {
	classes map[string]int
	ids     map[string]bool
	script  bool
}

// parse reads an SVG, which must be well-formed.
func parse(t *testing.T, svg []byte) *elements {
	t.Helper()
	all := &elements{map[string]int{}, map[string]bool{}, false}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			all.take(t, start)
		}
	}
}

func (all *elements) take(t *testing.T, start xml.StartElement) {
	t.Helper()
	all.script = all.script || start.Name.Local == "script"
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "class":
			all.classes[strings.Fields(a.Value + " -")[0]]++
		case "id":
			if all.ids[a.Value] {
				t.Fatalf("two elements have the id %s", a.Value)
			}
			all.ids[a.Value] = true
		case "d":
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "%!") {
				t.Fatalf("a path is wrong: %s", a.Value)
			}
		}
	}
}

// TestEscapes draws a program whose texts are full of markup.
func TestEscapes(t *testing.T) {
	s := testsession.OpenRecording(t, odd, recording(odd, 1))
	all := parse(t, draw(t, s, diagram.Options{}).SVG())
	if all.script {
		t.Error("a text of the program has become an element")
	}
}

// TestSpans draws a bar for each span, also for one that does not end.
func TestSpans(t *testing.T) {
	p := &kernel.Program{Name: "spans", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			outer := th.Span("<outer>")
			th.Span("inner")()
			outer()
			th.Span("open")
		})
	}}
	s := testsession.Open(t, p, kernel.Config{Seed: 1})
	svg := draw(t, s, diagram.Options{Rows: diagram.FoldNever}).SVG()
	if all := parse(t, svg); all.classes["span"] != 3 || !bytes.Contains(svg, []byte("<title>&lt;outer&gt;</title>")) {
		t.Errorf("%d bars in %s", all.classes["span"], svg)
	}
}

// TestSVG counts the marks, arrows and lanes of pictures of every program.
func TestSVG(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		for _, fold := range []diagram.Fold{diagram.FoldNever, diagram.FoldAlways} {
			d := draw(t, s, diagram.Options{Rows: fold})
			all := parse(t, d.SVG())
			alone, kinds := 0, 0
			for _, r := range d.Rows {
				lanes := map[int]int{}
				for _, i := range r.Events {
					lanes[d.Events[i].Lane]++
				}
				for _, n := range lanes {
					if n == 1 {
						alone++
					}
				}
			}
			for f := diagram.Message; f <= diagram.Marker; f++ {
				if slices.ContainsFunc(d.Arrows, func(a diagram.Arrow) bool { return a.Kind == f }) {
					kinds++ // one in the legend
				}
			}
			if all.classes["e"] != alone || all.classes["a"] != len(d.Arrows)+kinds || all.classes["lane"] != len(d.Lanes) {
				t.Fatalf("%d marks for %d events, %d arrows for %d and %d, %d names for %d lanes", all.classes["e"], alone,
					all.classes["a"], len(d.Arrows), kinds, all.classes["lane"], len(d.Lanes))
			}
			if all.classes["cut"] != 2 || all.script {
				t.Fatalf("%d lines of the position; is there a script? %t", all.classes["cut"], all.script)
			}
		}
	})
}
