// Package predicate finds the positions of a recorded run at which a condition on several
// processes holds.
//
//	kant.holding = 2 and hume.holding > 0              two variables (kernel.Thread.Watch) at one time
//	label critical by worker.1 and label critical by worker.2
//	two different workers (label critical)              any two of a family
//	sum of balance != 100                               a value that is made of many
//	send by client if id = 7 -> receive by server       one event happened before another
//	lock mutex m by a || lock mutex m by b              neither happened before the other
//	definitely(x.ready and y.ready)                     in whatever order the run had gone
//
// The language:
//
//	predicate  = linked | ("possibly" | "definitely") "(" or ")"
//	linked     = concurrent {"->" concurrent}           parts may be "(" or ")" "^" N
//	concurrent = or {"||" or}
//	or         = and {"or" and}
//	and        = unary {"and" unary}
//	unary      = "not" unary | family | comparison
//	family     = ("some" | "all" | N "different") NAME ("(" or ")" | "." comparison)
//	comparison = sum [("=" | "!=" | "<" | "<=" | ">" | ">=" | "~") sum]     ~ is contains
//	sum        = product {("+" | "-") product}
//	product    = factor {("*" | "/" | "%") factor}
//	factor     = NUMBER | "TEXT" | "true" | "false" | "-" factor | "(" linked ")" | variable |
//	             "len" "(" sum ")" | "sum" "(" sum ")" | aggregate | place
//	variable   = NAME {"." NAME} {"[" sum "]" | "." NAME}
//	aggregate  = ("sum" | "count" | "min" | "max") "of" (variable | [NAME] "(" or ")")
//	place      = a breakpoint (package breakpoint), after "by" also some, all or N different NAME;
//	             or "blocked" [a breakpoint], or "blocked" "by" NAME
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
// from the event on by which the call before was done. It is missing until the thread shows it,
// when an index is out of range or a pointer nil; a comparison with what is missing is neither
// true nor false, and so is its not: nothing follows from it. Of a thread that has ended it is
// what it showed last. A value with a String method can be compared with a text too. The sum of
// a family is missing until all of it is there; a list in it counts with the sum of its elements.
//
// Places. In a condition a place holds while the thread stands there: about to make its call,
// or in the middle of it; with after, until its next event. Two calls in turn are two visits. Blocked holds only in the middle:
// the thread has begun to wait and has not gone on. A place may have conditions, on its message or
// on what its thread shows there (send if id = 3, send if (x = 1 and y > 2)): and and or within
// them have to be in brackets, but for the and before id or item. A place that the run never comes
// to, or to which only threads come that the run does not have, holds nowhere, and is one of the
// predicate's Remarks. As an event, between -> and ||, a
// place is the event by which its call is done; of a send, the one by which it is begun. A
// condition is the event by which it comes to hold.
//
// How it works. A condition of one process changes its truth at a chain of events, of which each
// happened before the next; so it holds in a cut that holds the first event of one of its spans
// and not the event after its last. All follows from the spans and the causal order (package
// graph):
//
//   - A conjunction of such conditions: as long as one of them has ended in a cut, all cuts that
//     satisfy it hold the event by which that comes to hold again. So [Predicate.First] is the
//     least of all (Inf(P) of Manabe and Aoyagi), in time linear in spans times processes.
//   - A disjunction of conjunctions (and whatever can be brought to that form): the earliest in
//     recorded order, with the other minimal positions.
//   - Linked predicates (Miller and Choi 3.4): for each part, the first event of each thread that
//     ends a chain of the parts up to there.
//   - [Predicate.Definitely] of a conjunction: spans of which each began before any other ended
//     (Garg and Waldecker).
//   - Comparisons of sums, to which each process contributes by itself (a.x + b.y - 2*c.z >= 5,
//     counts, x = y): by each of its events a process adds to the sum or takes from it, and a cut
//     that holds an event holds those before it. So the greatest that the sum comes to is a maximum
//     weight closure, which a minimum cut finds (Chase and Garg). It is found for the events up to
//     each one in turn, in the order of the recording, and with it the first of these that
//     suffices. Conditions of single processes beside it, and values that are missing, are so heavy
//     weights that nobody takes them. A sum that no event changes by more than 1 is exactly a
//     number if it can be less and more.
//   - Conditions that compare several processes otherwise, Definitely of all but conjunctions, and
//     positions with as few events as there are: a search of the lattice of cuts, of those events
//     only that change something that matters, and, if single processes have conditions to
//     fulfil as well, only between the least and the greatest cut that fulfil these. Cuts with
//     fewer events are looked at first. It looks at no more than [Run.Limit] cuts, and at fewer if
//     the work and the memory that they take are too much (budget); then the position is that of
//     the minimum cut, or if it gives none that of the recorded order, and the Note says so; or
//     else the error is an [*Undecided].
//
// The conditions are found out by running the programs once more (rebuild.Walk), and once to see
// what they show. Where threads of one task share what one of them shows, their changes have to be in
// a chain as well, as they are behind a lock. This is checked, in three other orders of their
// steps too; if it is not so, the error is an [*Unordered], and the events of the task have to be
// put into one line first, as session.Session.Predicate does.
package predicate
