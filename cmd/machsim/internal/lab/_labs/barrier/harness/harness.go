// Package harness holds tests of a barrier against barriers.
package harness

import (
	"fmt"
	"strings"

	"lab/solutions"
	"lab/student"

	"machsim/kernel"
	"machsim/test/lab"
	"machsim/test/simtest"
)

// Lab is the lab.
var Lab = lab.Lab{
	Programs: []*kernel.Program{&Hall},
	Parts: []lab.Part{
		{Name: "given", Points: 50, Do: func(t *lab.Trial) { judge(t, false) },
			Property: "no right barrier is rejected, and of the wrong ones in solutions each is noticed"},
		{Name: "others", Points: 50, Do: func(t *lab.Trial) { judge(t, true) },
			Property: "no right barrier is rejected, and of the wrong ones that you do not see each is noticed"},
	},
}

// How many tests there may be, and the seeds of each: with a right barrier more, so that chance notices nothing.
const (
	mostTests  = 20
	rightSeeds = 400
	wrongSeeds = 100
)

func judge(t *lab.Trial, hidden bool) {
	n := len(student.Tests())
	t.Want(n <= mostTests, fmt.Sprintf("there are %d tests, and may be %d", n, mostTests))
	for i := range solutions.All {
		if s := &solutions.All[i]; s.Right {
			for test := range n {
				t.Run(&Hall, append(with(s.Name, test), simtest.Seeds(rightSeeds))...)
			}
		}
	}
	var wrong, missed int
	var names []string
	for i := range solutions.All {
		s := &solutions.All[i]
		if s.Right || s.Hidden != hidden {
			continue
		}
		if wrong++; !noticed(t, s.Name, n) {
			missed, names = missed+1, append(names, s.Name)
		}
	}
	which := ""
	if !hidden {
		which = ": " + strings.Join(names, ", ")
	}
	t.Share(wrong-missed, wrong, fmt.Sprintf("%d of %d wrong barriers are not noticed%s", missed, wrong, which))
}

// noticed says whether a test fails with a barrier.
func noticed(t *lab.Trial, name string, tests int) bool {
	for test := range tests {
		if t.Fails(&Hall, append(with(name, test), simtest.Seeds(wrongSeeds))...) {
			return true
		}
	}
	return false
}

func with(name string, test int) []simtest.Option {
	return []simtest.Option{simtest.With("barrier", name), simtest.With("test", test)}
}

// Hall is where a test is held against a barrier.
var Hall = kernel.Program{
	Name: "hall",
	Doc:  "a test of the lab, with one of the barriers",
	Params: []kernel.Param{
		{Name: "barrier", Default: "right-generation", Doc: "the name of its directory"},
		{Name: "test", Default: "0", Doc: "the number of the test, from 0"},
	},
	Main: func(b *kernel.Boot) {
		make, tests, i := find(b.Text("barrier")), student.Tests(), b.IntIn("test", 0, mostTests)
		b.Task(b.Host("hall"), "test", func(th *kernel.Thread) {
			th.Check(make != nil && i < len(tests), "there is no such barrier, or no such test")
			n := tests[i].Threads
			th.Check(n >= 1 && n <= 8, "a barrier is for 1 to 8 threads, and the test %q is for %d", tests[i].Name, n)
			tests[i].Run(th, make(th, n))
		})
	},
}

// find is the barrier of a name, nil if there is none.
func find(name string) func(*kernel.Thread, int) student.Barrier {
	for _, s := range solutions.All {
		if s.Name == name {
			return s.New
		}
	}
	return nil
}
