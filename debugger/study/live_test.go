package study_test

import (
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/programs"
	"machsim/test/effort"
)

// TestLiveJudged: a live run stops where it breaks a claim, which is told once; and that is what is said of the same
// run when it is made at once.
func TestLiveJudged(t *testing.T) {
	cases := []struct {
		program string
		claims  study.Claims
	}{
		{"access", study.Claims{Never: []string{"a.using = 1 and worker1.using = 1"}}},
		{"access", study.Claims{NoState: []string{"a.using = 1 and worker1.using = 1"}}},
		{"access", study.Claims{Finally: []string{"a.using = 1"}, Always: []string{"a.using = 0 or a.using = 1"}}},
		{"access", study.Claims{Never: []string{"a.using = 1", "worker1.using = 1"}, Always: []string{"not a.using = 1"}}},
		{"access", study.Claims{Finally: []string{"nobody.knows = 1"}}},
		{"bank", study.Claims{Linearizable: []string{"map:port=bank,init=50"}}},
		{"bank", study.Claims{Linearizable: []string{"map:port=bank,init=100"}, Never: []string{"sum of balance < 600"}}},
	}
	broken := 0
	for _, c := range cases {
		for seed := range effort.Of(uint64(8)) {
			o := runner.New(programs.Find(c.program), seed)
			run, tried := runner.Judged(heldAgainst(o, c.claims))
			run.Close()
			text, event := first(t, study.New(o, c.claims))
			v := tried.Violation
			switch {
			case v == nil && text == "":
			case v == nil || v.Text != text || v.Event != 0 && int(v.Event) != event:
				t.Errorf("%s, seed %d, %+v: %+v, and live %q after event %d", c.program, seed, c.claims, v, text, event)
			default:
				broken++
			}
		}
	}
	if broken == 0 {
		t.Error("no run breaks a claim")
	}
}

// TestLiveClaimed: the recording of a live run says what is claimed of it, at any moment, also when something was done
// to the run; in its file, in what is saved, and as one of the machine that was ahead.
func TestLiveClaimed(t *testing.T) {
	o, c := runner.New(programs.Find("access"), 4), study.Claims{Never: []string{"a.using = 2"}}
	o.Claims = c.Words()
	d, err := study.New(o, c).Live(t.Context(), debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	seed := uint64(9)
	for i := range 4 {
		for range 10 {
			if _, err := d.Step(t.Context(), debugger.Step{}); err != nil {
				t.Fatal(err)
			}
		}
		data, err := d.Data(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rec, err := record.Read(data)
		if err != nil || !slices.Equal(rec.Claims, c.Words()) || rec.Events != uint64(11*i+10) { // each change has made one
			t.Fatalf("after %d changes: %d events, claims %q, %v", i, rec.Events, rec.Claims, err)
		}
		if _, err := d.Fork(t.Context(), debugger.Fork{Seed: &seed}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLiveNoCalls: that no remote call counts is told at the end.
func TestLiveNoCalls(t *testing.T) {
	o := runner.New(programs.Find("access"), 3)
	text, event := first(t, study.New(o, study.Claims{Linearizable: []string{"map:port=nothing"}}))
	if !strings.Contains(text, "no remote call counts") || event != 116 {
		t.Errorf("%q after event %d", text, event)
	}
}

// TestLiveUnknown: a name that the whole run does not know is told at its end.
func TestLiveUnknown(t *testing.T) {
	o := runner.New(programs.Find("access"), 3)
	text, event := first(t, study.New(o, study.Claims{Never: []string{"nobody.using = 2"}}))
	if !strings.Contains(text, "there is no thread, task or variable nobody") || event != 116 {
		t.Errorf("%q after event %d", text, event)
	}
}

// heldAgainst are options of runs that are held against claims.
func heldAgainst(o *runner.NewOptions, c study.Claims) *runner.NewOptions {
	return study.New(o, c).Options()
}

// first goes through a live run, and returns what it breaks first, and after which event.
func first(t *testing.T, s *study.Study) (text string, event int) {
	t.Helper()
	d, err := s.Live(t.Context(), debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var told []string
	for {
		m, err := d.Continue(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Breaks) > 0 {
			if slices.Contains(told, m.Breaks[0]) {
				t.Errorf("%q is told again", m.Breaks[0])
			}
			if told = append(told, m.Breaks[0]); len(told) == 1 {
				text, event = m.Breaks[0], m.Here.Position.Events()
			}
		} else if m.Here.AtEnd {
			return text, event
		}
	}
}
