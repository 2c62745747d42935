// Package cause says from which event on the failure of a recorded run was certain, and which choice decided it.
//
// A continuation is a run that repeats the recorded choices up to an event, and goes on with others. The failure is
// certain after an event if no continuation from there ends well. What is certain stays so: the continuations from a
// later event are among those from an earlier one. So the first such event is found by bisection.
//
// One continuation that ends well proves that an event was not yet the one. That nothing ends well is proven by a
// search through all classes of continuations (explore.From), where these are few enough; samples say how likely it is
// otherwise. A sample goes on at random, by a seed that follows from the event and the number of the sample. So a
// Report is the same however many runs are made at once.
//
// Beside that, samples all along the run say how the chance of the failure grew (Point), where it jumped (Jump), and
// what would have come of the other options of the choice that decided (Decision). The continuation that ends well, and
// has most in common with the failing run, is recorded (Well).
//
// recorded.go holds the recorded choices and the Door of a continuation, batch.go makes many of them, certain.go finds
// the event, curve.go the chances, decision.go the choice, well.go the run that ends well.
package cause
