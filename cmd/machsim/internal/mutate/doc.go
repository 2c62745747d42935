// Package mutate finds mutants of programs: copies that are weakened in one place, as people weaken programs by
// mistake. Tests and claims that do not notice a mutant would not notice that mistake.
//
//	found, err := mutate.Find(tool, list)                    // the mutants of packages, file by file, line by line
//	texts := mutate.Texts(found.Mutants, found.Sources, by)  // all in one text; by which guard, says the caller
//	texts = mutate.Texts(found.Mutants[3:4], found.Sources, mutate.Always) // one of them
//
// All mutants stand in one executable (mutant schemata), because it takes a hundred times as long to build one as to
// see whether it is noticed. Each changes a few texts in a way that a guard switches on: a statement S that is left out
// is if !guard { S }. No line is added, so places in the mutant are those in the program, and whatever the program
// uses, its mutant still uses: so a mutant compiles wherever the program does.
//
// The operators are the mistakes of programs of threads and messages (Operators). What a program checks of itself
// (th.Check) is never weakened, because that is what mutants are held against.
package mutate
