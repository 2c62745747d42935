package study

import (
	"strings"
	"testing"

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
