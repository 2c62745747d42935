package diagram_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/debugger/picture/arrow"
	"machsim/debugger/picture/diagram"
	"machsim/debugger/session"
	"machsim/programs"
	"machsim/test/testsession"
)

// TestArrowsOfParts holds the arrows of the last part of a run, wherever that begins, against those of the whole run
// that do not come from before it.
func TestArrowsOfParts(t *testing.T) {
	arrows := 0
	for _, name := range []string{"philosophers", "calculator", "hello"} {
		p := programs.Find(name)
		rec := recording(p, 3)
		whole := testsession.OpenRecording(t, p, rec)
		for from := 2; from < whole.Len(); from += 5 {
			part, err := session.Open(p, rec, session.Options{Window: session.Window{From: uint64(from)}})
			if err != nil {
				t.Fatal(err)
			}
			for e := from - 1; e < whole.Len(); e++ {
				got, want := into(part, e, from-1), into(whole, e, from-1)
				if arrows += len(got); !slices.Equal(got, want) {
					t.Errorf("%s from event %d on, at event %d: %v, not %v", name, from, e+1, got, want)
				}
			}
			draw(t, part, diagram.Options{From: from, To: part.Len()})
			part.Close()
		}
	}
	if arrows == 0 {
		t.Error("there is no arrow")
	}
}

// into lists the arrows to an event that do not come from before another.
func into(s *session.Session, event, first int) (all []string) {
	arrow.Into(s, event, func(k arrow.Kind, from int) {
		if from >= first {
			all = append(all, fmt.Sprint(k, " ", from))
		}
	})
	slices.Sort(all)
	return all
}
