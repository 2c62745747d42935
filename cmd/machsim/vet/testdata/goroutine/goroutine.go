package goroutine

import (
	"machsim/cthreads"
	"machsim/kernel"
)

var Program = kernel.Program{Name: "goroutine", Main: setUp}

func setUp(b *kernel.Boot) {
	b.Task(b.Host("a"), "a", func(th *kernel.Thread) {
		go work(1) // want `goroutine: a goroutine runs beside the simulated threads.*; use cthreads.Fork`
		cthreads.Join(th, cthreads.Fork(th, "good", func(th *kernel.Thread) { work(2) }))
		viaInterface(plain{})
		table["x"]()
	})
}

func work(n int) {
	if n > 1 {
		go work(n - 1) // want `goroutine: `
	}
}

type worker interface{ do() }

func viaInterface(w worker) { w.do() }

type plain struct{}

func (plain) do() {
	go work(1) // want `goroutine: `
}

type other struct{}

func (other) do(int) { go work(1) }

var table = map[string]func(){
	"x": func() {
		go work(1) // want `goroutine: `
	},
}

var unused = map[string]func(){"x": func() { go work(1) }}

// RunAll is no part of a program.
func RunAll(seeds uint64) {
	for seed := range seeds {
		go func() { _, _ = kernel.New(&Program, kernel.Config{Seed: seed}) }()
	}
}

// New makes a program; only what runs in it is looked at.
func New() *kernel.Program {
	go RunAll(1)
	return &kernel.Program{Main: func(b *kernel.Boot) {
		go work(3) // want `goroutine: `
	}}
}

type station struct {
	th *kernel.Thread
	n  int
}

// Run may be called by another package.
func (s *station) Run() {
	go work(s.n) // want `goroutine: `
}
