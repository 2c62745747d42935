package study

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// TestUsualFile names the recordings of runs that are made otherwise than usual.
func TestUsualFile(t *testing.T) {
	p := &kernel.Program{Name: "lab", Params: []kernel.Param{{Name: "n", Default: "3"}, {Name: "text", Default: ""}}}
	seen := map[string]bool{}
	for _, c := range []struct {
		o    runner.Setup
		want string // up to where a number stands for what cannot be in a name
	}{
		{runner.Setup{}, ".machsim/lab-7.rec"},
		{runner.Setup{Args: map[string]string{"n": "3", "text": ""}}, ".machsim/lab-7.rec"},
		{runner.Setup{Choices: runner.Choices{MaxSteps: kernel.DefaultMaxSteps}}, ".machsim/lab-7.rec"},
		{runner.Setup{Args: map[string]string{"n": "4"}}, ".machsim/lab-7,n-4.rec"},
		{
			runner.Setup{
				Choices: runner.Choices{Weak: true, FreeTimers: true, MaxSteps: 50},
				Args:    map[string]string{"text": "a", "n": "-1"},
			},
			".machsim/lab-7,n--1,text-a,weak,free-timers,max-events-50.rec",
		},
		{runner.Setup{Args: map[string]string{"text": "../x\n*"}}, ".machsim/lab-7,text-..-x--"},
		{runner.Setup{Args: map[string]string{"text": "../x *"}}, ".machsim/lab-7,text-..-x--"},
		{runner.Setup{Args: map[string]string{"text": "größe"}}, ".machsim/lab-7,text-gr-e-"},
		{runner.Setup{Args: map[string]string{"text": strings.Repeat("x", 500)}}, ".machsim/lab-7,text-xxxxx"},
		{runner.Setup{Args: map[string]string{"text": strings.Repeat("x", 501)}}, ".machsim/lab-7,text-xxxxx"},
	} {
		c.o.Program, c.o.Seed = p, 7
		got := strings.ReplaceAll(usualFile(&c.o, ""), `\`, "/")
		begin, exact := strings.CutSuffix(c.want, ".rec")
		if exact && got != c.want || !strings.HasPrefix(got, begin) || len(got) > 100 {
			t.Errorf("%v: %s, and not %s", c.o.Args, got, c.want)
		}
		if seen[got] && got != ".machsim/lab-7.rec" {
			t.Errorf("%v: %s is the name of another run", c.o.Args, got)
		}
		seen[got] = true
	}
}

// TestKilled: a recording that is in parts yet, for its process was killed, keeps them where another run takes its
// name, and loses them when it is removed.
func TestKilled(t *testing.T) {
	t.Chdir(t.TempDir())
	o := &runner.Setup{Common: runner.Common{Program: &kernel.Program{Name: "lab"}}, Choices: runner.Choices{Seed: 7}}
	usual := usualFile(o, "")
	for _, path := range []string{usual, beside(usual)} {
		f, err := create(path)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := record.NewParts(f, record.Keep{Events: 100})
		if err != nil {
			t.Fatal(err)
		}
		r := record.Start(parts, record.HeaderOf(o.Program, kernel.Config{Seed: 7}))
		if path == usual {
			err = r.End(record.Ending{Outcome: "deadlock"})
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := parts.Close(); err != nil {
			t.Fatal(err)
		}
	}
	second := strings.TrimSuffix(usual, ".rec") + ",2.rec"
	if got := place("", o); got != beside(usual) || !failing(usual) || !failing(second) {
		_, err := record.Open(usual)
		t.Errorf("the next one is %s; there are %t and %t: %v", got, failing(usual), failing(second), err)
	}
	if err := Remove(second); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(Directory, "*,*")); err != nil || len(left) > 0 {
		t.Errorf("%q are left: %v", left, err)
	}
	if f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		s := &Study{with: Options{Keep: record.Keep{Events: 100}}}
		if file, err := s.open(f.Name()); file != nil || err == nil {
			t.Errorf("%v, %v: it records in parts beside a device", file, err)
		}
	}
}
