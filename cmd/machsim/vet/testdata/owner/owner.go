// Package owner has programs that share some of their code.
package owner

import (
	"time"

	"machsim/kernel"
)

var One = kernel.Program{Name: "one", Main: func(b *kernel.Boot) {
	b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
		early()
		both()
	})
}}

var Two = kernel.Program{Name: "t" + "wo", Main: second}

func second(b *kernel.Boot) { b.Task(b.Host("h"), "t", func(th *kernel.Thread) { both() }) }

func Unnamed(name string) kernel.Program {
	return kernel.Program{Name: name, Main: func(b *kernel.Boot) { third() }}
}

func unused(th *kernel.Thread) { time.Sleep(1) }

func early() { time.Sleep(2) }

func both() { time.Sleep(3) }

func third() { time.Sleep(4) }

var Four = named("four", func(b *kernel.Boot) { fourth() })

func named(name string, main func(b *kernel.Boot)) kernel.Program {
	return kernel.Program{Name: name, Main: main}
}

func fourth() { time.Sleep(5) }
