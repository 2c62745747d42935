package exit

import (
	"log"
	"os"
	"runtime"

	"machsim/kernel"
)

func body(th *kernel.Thread) {
	if th.Random(2) == 0 {
		os.Exit(1) // want `exit: os.Exit ends the simulation.*; use th.Exit`
	}
	log.Fatalf("no %d", 1) // want `exit: log.Fatalf .*; use th.Fail`
	log.Default().Fatal()  // want `exit: log.Logger.Fatal .*; use th.Fail`
	runtime.Goexit()       // want `exit: runtime.Goexit .*; use th.Exit`
	if th.Random(2) == 0 {
		panic("a panic is an exception of the thread")
	}
	th.Check(false, "it failed")
	th.Exit(0)
}

func Main() { os.Exit(2) }

func init() {
	if len(os.Args) > 99 {
		os.Exit(2) // want `exit: os.Exit ends machsim before a program runs; use panic`
	}
	prepare()
}

func prepare() {
	log.Fatal("no") // want `exit: log.Fatal ends machsim before a program runs; use panic`
}
