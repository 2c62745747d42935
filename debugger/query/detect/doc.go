// Package detect finds the positions of a recorded run at which a predicate holds.
//
//	kant.holding = 2 and hume.holding > 0              two variables (kernel.Thread.Watch) at one time
//	label critical by worker.1 and label critical by worker.2
//	two different workers (label critical)              any two of a family
//	sum of balance != 100                               a value that is made of many
//	send by client if id = 7 -> receive by server       one event happened before another
//	lock mutex m by a || lock mutex m by b              neither happened before the other
//	definitely(x.ready and y.ready)                     in whatever order the run had gone
//
// The language is that of package lang; docs/PREDICATES.md has its grammar. What the words mean in a run
// is found out by package predicate, as atoms: conditions and values of single processes.
//
// How it works. A condition of one process changes its truth at a chain of events. Each of them
// happened before the next, so the condition holds in a cut that has the first event of one of its spans
// but not the event after its last. All results follow from the spans and the causal order (package
// graph). Package cuts searches; here is what is asked of it, and what is said of what it finds:
//
//   - A conjunction of such conditions: as long as one of them has ended in a cut, all cuts that
//     satisfy it hold the event by which that comes to hold again. So [Predicate.First] is the
//     least of all (Inf(P) of Manabe and Aoyagi). The time is linear in spans times processes.
//   - A disjunction of conjunctions (and whatever can be brought to that form): the earliest in
//     recorded order, with the other minimal positions.
//   - Linked predicates (Miller and Choi 3.4): for each part, the first event of each thread that
//     ends a chain of the parts up to there.
//   - [Predicate.Definitely] of a conjunction: spans that each began before any other ended
//     (Garg and Waldecker).
//   - Comparisons of sums, to which each process contributes by itself (a.x + b.y - 2*c.z >= 5,
//     counts, x = y): by each of its events a process adds to the sum or takes from it, and a cut
//     that holds an event holds those before it. So the greatest that the sum comes to is a maximum
//     weight closure, which a minimum cut finds (Chase and Garg). It is found for the events up to
//     each one in turn, in the order of the recording, and with it the first of these that
//     suffices. Further conditions of single processes, and missing values, have such large weights that
//     no maximum violates them. A sum that no event changes by more than 1 is exactly a
//     number if it can be less and more.
//   - Conditions that compare several processes otherwise, Definitely of all but conjunctions, and
//     positions with as few events as there are: a search of the lattice of cuts, of those events
//     only that change something that matters, and, if single processes have conditions to
//     fulfil as well, only between the least and the greatest cut that fulfil these. Cuts with
//     fewer events are examined first. The search examines at most [Run.Limit] cuts, and fewer if
//     the work and the memory that they take are too much (cuts.Budget); then the position is that of
//     the minimum cut, or if it gives none that of the recorded order, and the Note says so; or
//     else the error is an [*Undecided].
package detect
