// Package question is the questions of debugging labs: what is asked about a recorded run, and what answers are worth.
//
// An answer is a position, or several, or another recording. It is held against the run itself by a debugger.Debugger,
// and never against a key: whatever is true of the run is right. Of a wrong answer a sentence says what is wrong with
// it, and does not give the right one away.
//
// A student's run is the first from a seed of his or her own that fails, and of which each question has an answer; the
// seed follows from the course key, the student and the lab (Deal). A kind of question is a row of kinds, with the file
// of its name:
//
//	Has    says whether the question has an answer in a run, cheaply: seeds are tried with that
//	Check  says what is wrong with an answer, "" for nothing
//
// Recordings that are handed in come from strangers: they are read with bounds, have to be runs of the lab's program as
// the lab has it run, without changes made by hand, and are replayed before anything is believed of them (handed.go).
package question
