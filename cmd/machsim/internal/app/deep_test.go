package app

import "machsim/kernel"

// Programs that call themselves without end.
func init() {
	testPrograms = append(testPrograms,
		single("t-deep", "calls itself without end", func(*kernel.Thread) { deep(1) }),
		single("t-deep-calls", "calls itself without end, with a kernel call each time",
			func(th *kernel.Thread) { deepCalls(th, 1) }),
		single("t-deep-print", "has a variable whose String method calls itself without end", func(th *kernel.Thread) {
			var x endless
			th.Watch("x", &x)
			th.Yield()
			th.Check(false, "stop here")
		}),
		&kernel.Program{Name: "t-deep-turns", Doc: "has two threads that call themselves without end, by turns",
			Main: func(b *kernel.Boot) {
				for _, name := range []string{"left", "right"} {
					b.Task(b.Host("a"), name, func(th *kernel.Thread) { deepCalls(th, 1) })
				}
			}},
		single("t-hungry", "asks for more memory than there is", func(th *kernel.Thread) {
			th.Yield()
			hungry = make([]byte, 1<<46)
		}),
	)
}

var hungry []byte

func deep(n int) int { return deep(n+1) + n }

func deepCalls(th *kernel.Thread, n int) int { th.Yield(); return deepCalls(th, n+1) + n }

type endless int

func (e endless) String() string { return (e + 1).String() + "." }

//lint:file-ignore SA5007,SA4017 that they never return is what they are for
