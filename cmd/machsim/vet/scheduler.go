package vet

var schedulerRule = Rule{
	Name: "scheduler",
	Finds: "what package `runtime` tells of, or does to, the process: `Gosched`, `NumGoroutine`, `NumCPU`, `GC`, " +
		"`SetFinalizer` and others",
	Use:    "`th.Yield` in place of `Gosched`; nothing for the rest, which the program is not to know",
	search: schedulers.search("is about the process that the simulation runs in, which differs from run to run"),
}

const notToKnow = "the calls of kernel.Thread, such as th.TaskInfo or th.Random, or a parameter of the program (b.Int)"

var schedulers = library{
	"runtime": merge(
		map[string]string{"Gosched": "th.Yield()", "LockOSThread": "nothing: a thread runs alone between two kernel calls",
			"UnlockOSThread": "nothing: a thread runs alone between two kernel calls"},
		both(notToKnow, "NumGoroutine NumCPU GOMAXPROCS NumCgoCall GC ReadMemStats Stack SetFinalizer AddCleanup Breakpoint"),
	),
	"runtime/debug": both(notToKnow, "FreeOSMemory PrintStack ReadGCStats SetGCPercent SetMaxStack SetMaxThreads "+
		"SetMemoryLimit Stack"),
}
