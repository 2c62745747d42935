package vet

var clockRule = Rule{
	Name:   "clock",
	Finds:  "the clock and the timers of package `time`, deadlines of package `context`",
	Use:    "`th.Clock`, `th.Sleep`, `kernel.ReceiveTimeout`, `kernel.RPCTimeout`, all in virtual time",
	search: clocks.search("goes by the clock of the machine that the simulation runs on, which no replay repeats"),
}

const (
	useClock   = "th.Clock(), in virtual time"
	useTimeout = "kernel.ReceiveTimeout[T](th, port, d), in virtual time"
)

var clocks = library{
	"time": {
		"Now":      useClock,
		"Since":    "the difference of two th.Clock()",
		"Until":    "the difference of two th.Clock()",
		"Sleep":    "th.Sleep(d), in virtual time",
		"After":    useTimeout,
		"NewTimer": useTimeout,
		"Tick":     "a loop with th.Sleep(d)", "NewTicker": "a loop with th.Sleep(d)",
		"AfterFunc": "cthreads.Fork of a thread that begins with th.Sleep(d)",
	},
	"context": both(useTimeout, "WithTimeout WithDeadline WithTimeoutCause WithDeadlineCause"),
}
