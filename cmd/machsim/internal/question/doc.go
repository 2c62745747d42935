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
//	has    says whether the question has an answer in a run, cheaply: seeds are tried with that
//	check  says what is wrong with an answer, "" for nothing
//
// What a question has to know stands in its with, in lab.json:
//
//	certain      the event from which the failure was certain, and a run that has all before it and ends well
//	lost-update  a stale read, a lost update, and what was written over it; with read, write: the requests' types,
//	             and key: the field that says what they are about
//	last-writer  the event with which a variable became what a stale read saw; with variable, and read: the request
//	cut          a state in which a predicate holds that is possible, and not definite; with predicate
//	cycle        the events with which threads that wait in a ring got their mutexes
//	fewest       the same failure with as few switches as shrink finds, and their number
//	loss         the loss of a reply that had something done twice
//	twice        the two calls by which that was done
//	chain        the calls by which somebody waits for servers that wait for each other
//	reach        parameters with which some run comes to a state; with goal: a predicate
//	expose       parameters with which some run fails
//
// Recordings that are handed in come from strangers: they are read with bounds, have to be runs of the lab's program as
// the lab has it run, without changes made by hand, and are replayed before anything is believed of them (handed.go).
package question
