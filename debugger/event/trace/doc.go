// Package trace writes a run down, one line for each event:
//
//	event  virtual ms  thread              what it did, and what came of it             source line
//	    24       0.230  table.locke         mutex_lock fork1  ... waits, held by table.plato  philosophers.go:73
//	    31       0.300  table.plato         mutex_unlock fork1                           philosophers.go:76
//	    55       0.540  student.1           mach_msg send 1(0, 2) to calculator, reply to replies  calculator.go:84
//	    58       0.570  calculator.1        mach_msg receive = 1(0, 2) of #55 at calculator, ...  calculator.go:61
//
// A call that has to wait has several lines: one where it waits, one for each step
// with which it goes on. A message is shown by its id and items; where it is received,
// with the number of the event that sent it. A line depends on its event alone, so
// that the same run gives the same bytes.
package trace
