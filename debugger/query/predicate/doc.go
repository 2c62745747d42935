// Package predicate gives the words of package lang their meaning in a recorded run: it finds out which
// threads and variables the names in a predicate stand for, evaluates conditions, and takes down how those
// of single processes went (an [Atom]). Package detect finds the positions that satisfy a predicate by
// these.
//
//	r := predicate.NewRun(g, events, engine)
//	h, err := r.Hits(place)                       // a breakpoint, with its condition
//	f, err := r.Binder(text).Formula(node, true)  // a condition on a cut, taken apart into atoms
//	err = r.Feed(f.Atoms)                         // how they went
//
// Names. The first names of a variable are a thread or a task, in full or as the last part of
// the name, if only one thread of it shows the variable; they may be left out if only one
// thread at all shows it. The next one is what Watch calls it, further ones are fields. A
// family is all threads of a task, or all whose names or whose tasks' names begin so (a plural
// s is not missed), or fit a pattern in quotes, as "worker.*". Within its brackets a name alone
// is a variable, and a place one, of the thread in question. Of a family only those count who
// ever show the variables; those who do so later make all false until then. Every part can be
// put in quotes that would be taken for something else.
//
// Values. What a thread shows is looked at whenever it comes to its next call, and is what it is
// from the event on by which the call before was done. A variable of a function, where programs have
// hooks, is looked at before each statement; then predicates are evaluated in a refined run
// (Run.Refined), whose further events are the moments between two calls at which something changes. It is missing until
// the thread shows it, and where Go would panic: an index is out of range, a pointer nil. A comparison with what is
// missing is neither true nor false, and so is its not: nothing follows from it. Of a thread that has ended it is
// what it showed last. The sum of a family is missing until all of it is there; a list in it counts with the sum of
// its elements. What is computed with values is the business of package lang/eval, as for all other expressions.
//
// Places. In a condition a place holds while the thread stands there: about to make its call,
// or in the middle of it; with after, until its next event. Two calls in turn are two visits. Blocked
// holds only in the middle: the thread has begun to wait and has not gone on. A place may have
// conditions, on its message or on what its thread shows there (send if id = 3, send if (x = 1 and
// y > 2)). And and or within them have to be in brackets, but for the and before id or item.
//
// A place that the run never reaches holds nowhere, and is one of the predicate's Remarks; so is one of
// threads that the run does not have. As an event, between -> and ||, a place is the event that
// completes its call; of a send, the one that begins it. A condition is the event by which it comes to
// hold.
//
// Evaluation. An [Expr] is a part of a predicate of which it is known which threads it speaks of. It is
// compiled by package lang/eval to a closure over what a thread shows, a message, and what the atoms in it
// are (a [Frame]); the same closures serve predicates, traced expressions and the conditions of breakpoints.
//
// The histories of conditions come from running the programs once more (engine.Walk), after one run to
// see which variables there are. Where threads of one task share a variable, its changes have to be a
// chain as well, as they are behind a lock. Feed checks this, in three other orders of their steps too.
// If it is not so, the error is an [*Unordered], and the events of the task have to be serialized
// first, as session.Session.Predicate does.
package predicate
