// Package schedule has the order of a run's steps under names that mean the same in other runs, and the Door of a run
// that follows such an order as far as it can.
//
// A Step of a Schedule is not "the 17th", but "the second time that teller1 sends": a thread by its name, a call by its
// number among those of its kind, and the part of the call, for one that has to wait takes several steps. So a Schedule
// from which steps were left out, or of a run with other parameters, still says what is to come before what.
//
// A Door takes the order as one of precedence: of all that can go, it lets go what stands first. A step that has to
// wait for others goes as soon as it can. Calls that the Schedule does not have are made just before the next call of
// the thread that it has; so to leave a step out is to put it off to there. When nothing of the Schedule can go, the
// same thread stays on as long as it can. So a Schedule that fits is followed exactly, and any other leads to some run.
package schedule
