// Package simtest runs programs of the simulated kernel in Go tests, under many seeds.
//
//	func TestBank(t *testing.T) {
//		simtest.Run(t, &bank.Fixed,
//			simtest.Seeds(500),
//			simtest.Never("the bank pays what it does not have", func(w *simtest.World) bool { return w.Sum("balance") < 0 }),
//			simtest.Prints("closed"))
//	}
//
// Every seed is another order of events, and the same one each time. Run fails the test if
// a run of the program fails: if it deadlocks, panics, fails a th.Check, or breaks one of
// the conditions that are given. Then it prints the report, the file in which the run is
// recorded, and the command that opens that in the debugger: at the event that broke
// the condition.
//
//	always    Always, Never      after every step, and at the end
//	nowhere   NoState            in no state that a run could have gone through, whatever the order
//	no orphan NoOrphans          no remote call executes after its caller has given up
//	in order  Linearizable       remote calls could have been made one after the other
//	finally   Finally, Prints    at the end of a run that has done what it should
//	sometimes Sometimes, Reaches in some run: it says that a test sees what it is to see
//
// A condition looks at a [World]: the variables that the program shows by th.Watch, the
// places that it marks by th.Label, what it has printed, and the whole state of the
// kernel. So "never two holders" is
//
//	simtest.Never("two holders", func(w *simtest.World) bool { return w.Count("holding", true) > 1 })
//
// and "every request is answered"
//
//	simtest.Finally("every request is answered", func(w *simtest.World) bool {
//		return w.Labels("request") == w.Labels("answer")
//	})
//
// [Fails] is for a program whose point is a bug: some seed must fail, and in the way that is
// named.
//
//	simtest.Fails(t, &philosophers.Program, simtest.Deadlock, simtest.Seeds(1000))
//
// [Explore] goes further: it proves small programs, and says how much of large ones it has seen (docs/EXPLORE.md).
//
//	simtest.Explore(t, &philosophers.Fixed, simtest.With("n", 3), simtest.With("think", 0),
//		simtest.Guarded(), simtest.Proof())
//
// With [Shrink] the run that fails is also made smaller, and the smaller one recorded beside it.
//
// A seed of which a test has left a recording, in the directory .machsim beside it, is
// tried before all others the next time: what is not mended fails at once. Remove the
// recordings to forget them.
//
// A program that ends the process, by os.Exit or the like, takes the other tests with it. On Unix a second process
// of the test's executable says then in the midst of which run that was. On Linux it also ends a process in which so
// many goroutines of a program compute that nothing else gets a turn.
//
// Runs are spread over all cores, each on a machine of its own, so conditions must not share
// variables; parallel tests are fine. With go test -short, Run tries a fifth of the
// seeds. These flags of go test belong to a test that has failed:
//
//	-simtest.seed N     only this seed
//	-simtest.seeds N    so many seeds, whatever the test says
package simtest
