// Package cuts searches the consistent cuts of a run for those in which conditions hold. It knows the causal order and
// the histories of atoms (package predicate), and no words: package detect reads predicates, asks here where they hold,
// and says why.
//
//	all := cuts.Next(run, disjuncts, from, false)           // conditions of single processes: by advancing
//	end, given, err := cuts.New(run, formula).Nearest(from, true) // conditions that compare several processes
//
// A conjunction of conditions of single processes is found in time linear in spans times processes ([Next]). All else
// is searched for in a [Lattice]: the cuts of a run, reduced to those events that change something. Comparisons of sums
// are looked at by a minimum cut first, which often says that there is nothing to search for, and what there is if the
// search gives up ([Verdict]).
//
// A search is limited by a [Budget], which counts and does not measure: it gives up at the same cut on every machine.
// A cut that is handed in is not changed, and one that is returned belongs to the caller, but for those of
// [Lattice.InOrder], which are valid until the next one. A Lattice is for one goroutine, and evaluates its formula in
// place. Work that is cancelled panics (predicate.Run.Tick), which the exported methods of detect recover.
package cuts
