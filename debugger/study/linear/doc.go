// Package linear asks whether the remote calls of a run are linearizable (Herlihy and Wing): whether there is an order
// of them, one after the other, in which a model of the service gives each the answer that it had, and in which a call
// that was answered before another one was made comes first.
//
//	r := linear.NewRecorder()
//	options.Tracer = r.Tracer()
//	run := runner.Do(options)
//	v, err := linear.Check(linear.Register(...), r.Calls())
//
// A call takes from the event that sends its request to the event in which its caller has the answer, in the order in
// which these were recorded. A call without an answer may have taken effect at any time since it was made, or not at
// all; one whose request nobody has received has not.
//
// The search is that of Wing and Gong with Lowe's memory (order.go). What does not fit is found by asking it about
// beginnings of the run: a [Verdict] names the first answer with which there is no order any more.
package linear
