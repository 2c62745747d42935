package simtest

// Assert says what has to hold in each run: an assertion about time, as machsim check takes it (docs/PREDICATES.md).
// One that looks ahead ends the run at the step that refutes it, or at its last one if something is owed then. Any
// other is judged at the end. Of a run that fails otherwise, what is still owed is not decided. Assertions are held
// against the recordings of runs.
//
//	simtest.Assert("every send to bank leads to receive of the same within 5 ms")
//	simtest.Assert("events of fork1 match (lock unlock)*")
func Assert(text string) Option { return func(p *plan) { p.options.Claims.Assert(text) } }
