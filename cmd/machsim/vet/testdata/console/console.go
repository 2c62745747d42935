package console

import (
	"fmt"
	"log"
	"strings"

	"machsim/kernel"
)

func body(th *kernel.Thread) {
	fmt.Println("hello")  // want `console: fmt.Println goes past the console of the run.*; use th.Printf`
	fmt.Printf("%d\n", 1) // want `console: fmt.Printf .*; use th.Printf`
	log.Print("hello")    // want `console: log.Print .*; use th.Printf`
	println("hello")      // want `console: println .*; use th.Printf`
	_, _ = fmt.Scanln()   // want `console: fmt.Scanln .*; use th.ReadLine`
	th.Printf("%s", fmt.Sprint("hello"))
	var b strings.Builder
	fmt.Fprintf(&b, "hello")
	th.Printf("%s", b.String())
	if line, ok := th.ReadLine(); ok {
		_, _ = fmt.Sscan(line, new(int))
	}
}

func report() { fmt.Println("all runs are done") }
