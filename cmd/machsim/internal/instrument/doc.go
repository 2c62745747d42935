// Package instrument rewrites the source of packages so that it calls the hooks of package
// machsim/kernel/hook: before every statement, where functions begin and end, and where variables are
// declared. Everything else stays as it is; so do the lines: texts are inserted where they belong, without
// a line break, as go tool cover does.
//
//	r, err := instrument.Rewrite(instrument.Package{Path: "lab", Dir: dir, Name: "lab", Files: files}, importer)
//	for path, text := range r.Files { ... } // for go build -overlay
//
// What a file looks like afterwards:
//
//	func sum(n int) (s int) { f := hook.Enter(&table, 0); defer f.Leave(); f.V(0, &n); f.V(1, &s);
//		f.At(0); for i := range n { f.V(2, &i);
//			f.At(2); s += i
//		; f.At(1); }
//		f.At(3); return s
//	}
//
// (The names are longer ones, which nothing in the package has.) The numbers are indexes of tables, which
// one more file of the package holds.
//
//	every statement     f.At before it; a label of goto stays in front of the hook, one of break and continue
//	                    behind it, and a loop whose label is of both kinds gets a second label
//	loops               f.At at the end of the body and before continue: the loop comes to its head again
//	end of a function   f.At before the brace, if the function can come there
//	else if             else { f.At; if ... }, so that its hook is run only when it is its turn
//	variables           f.V behind the declaration; those of for, range, if, switch and select at the beginning
//	                    of each block in which they are; captured ones where the function literal begins
//	results             those without a name get one
//	package variables   a function for each initialiser runs it once more (hook.Package.Reset); init functions
//	                    get names, so that they can run once more too
//	shared variables    Read(f, site, &x) in the place of x, Map around a map with an index (or Index, if more is read
//	                    behind it), Into(f, site, &x).Val(v) in the place of a value that is assigned, where threads may
//	                    share: package variables, captured ones that are written, elements, and what is behind a pointer
//	steps               { t0 := g(); t1 := x.p; t2 := t0 + y; t1.n = Into(f, site, &t1.n).Val(t2) } where a statement
//	                    calls something behind what it reads, or has several targets, or one that is found by what is
//	                    shared: first its calls, in the order of the language, then what it reads, as the compiler does
//	                    it behind them, then its stores. Heads of if, for and switch are done in front of these
//	elements            Append, Copied, Cleared, Delete, ... in the place of the builtin functions; Over around what a
//	                    loop goes over, and Next where it goes on
//	one step            a statement that cannot be done so is noted in the table (hook.Package.Coarse)
//
// Pieces of a statement of several lines that are put in front of it say by a directive which line they are from.
//
// Files that use cgo, declare functions without a body (assembly), link to names of other packages or start
// goroutines are left as they are, and the result says so.
package instrument
