// Package cuts searches the consistent cuts of a run for those in which conditions hold. It knows the causal order and
// the histories of atoms (package predicate), and no words: package detect reads predicates, asks here where they hold,
// and says why.
//
//	all := cuts.Next(run, disjuncts, from, false)     // conditions of single processes: by advancing
//	best := cuts.First(run, all)
//	spans := cuts.DefiniteSpans(run, conjunction)     // in whatever order the run had gone
//
//	x := cuts.New(run, formula)                       // conditions that compare several processes
//	end, given, err := x.Nearest(from, true)
//	path, ok := x.Avoid(run.Graph.Start())
//
// A conjunction of conditions of single processes is found in time linear in spans times processes ([Next]). All else
// is searched for in a [Lattice]: the cuts of a run, reduced to those events that change something. Comparisons of sums
// are looked at by a minimum cut first, which often says that there is nothing to search for, and what there is if the
// search gives up ([Verdict]).
//
// A search is limited by a [Budget], which counts and does not measure: it gives up at the same cut on every machine,
// and says so in a result, never by an error. A cut that is handed in is not changed, and one that is returned belongs
// to the caller; but for the cuts of [Lattice.InOrder], which are valid until the next one. A Lattice is for one
// goroutine, and evaluates its formula in place. Loops tick (predicate.Run.Tick), and the panic by which that cancels
// them is recovered by the exported methods of detect.
package cuts
