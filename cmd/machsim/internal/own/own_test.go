package own

import (
	"strings"
	"testing"
)

func TestOutside(t *testing.T) {
	for path, want := range map[string]string{
		"example.com/lab": "", "internal": "", "example.com/internal": "example.com",
		"a/internal/b": "a", "a/internal/b/internal/c": "a/internal/b", "a/internals/b": "",
	} {
		if got := outside(path); got != want {
			t.Errorf("%s: %q, not %q", path, got, want)
		}
	}
}

func TestChoose(t *testing.T) {
	two := []Declared{{Variable: "Fixed", Name: "lab-fixed"}, {Variable: "Program", Name: "lab"}}
	for _, c := range []struct {
		all  []Declared
		name string
		want string // the program, or a part of what is said
	}{
		{two, "", "lab"},
		{two, "Fixed", "lab-fixed"},
		{two, "lab-fixed", "lab-fixed"},
		{two, "fixed", `declares no program "fixed"; it has lab-fixed, lab`},
		{two[:1], "", "lab-fixed"},
		{nil, "", "declares no program"},
		{[]Declared{{Variable: "A", Name: "a"}, {Variable: "B", Name: "b"}}, "", "say which, a or b"},
		{[]Declared{{Variable: "A", Name: "a"}, {Variable: "B", Name: "a"}}, "", `A and B of package example.com/lab have the same Name, "a"`},
		{[]Declared{{Variable: "A"}}, "", `has no Name; give it one: kernel.Program{Name: "lab", ...}`},
		{[]Declared{{Variable: "A", Name: "my lab"}}, "", "must be one word"},
		{[]Declared{{Variable: "A", Name: "a", NoMain: true}}, "", "has no Main"},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{""}}}, "", "a parameter of A of package example.com/lab has no Name"},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{"n m"}}}, "", `a parameter "n m"; its name must be one word`},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{"n", "m", "n"}}}, "", `two parameters "n"`},
		{[]Declared{{Variable: "A", Name: "a", Params: []string{"seed"}, Taken: []string{"seed"}}}, "", "--seed is a flag of machsim's own"},
	} {
		got, err := Choose("example.com/lab", c.all, c.name)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%v %q: %s", c.all, c.name, got)
		}
	}
}
