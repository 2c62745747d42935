// Package hook connects a program's own Go code with whoever looks at it statement by statement.
//
// The rewriter (cmd/machsim/internal/instrument) puts calls of this package into the source of a
// program. A function that it has rewritten looks like this, with every line where it was:
//
//	func add(a, b int) (r0 int) { f := hook.Enter(&table, 3); defer f.Leave(); f.V(0, &a); f.V(1, &b); f.V(2, &r0)
//		f.At(7); sum := a + b; f.V(3, &sum)
//		f.At(8); return sum
//	}
//
// The numbers are those of tables (Package) that a file added to the same package registers when the
// process starts. Without a listener a hook costs two comparisons; programs that are not rewritten
// have none.
//
// # Positions
//
// The position of a thread is N, the number of statements that it has begun since its birth. At is
// called before a statement, so a thread that At has stopped at N is about to do its N-th statement; a
// thread that waits in a kernel call is in the middle of its N-th. N starts at 0, before the first
// statement. Frames have serial numbers, which start at 1. Both are the same whenever a thread is fed
// the same results, so "the same activation" and "earlier" are comparisons of integers.
//
// # Listening
//
// Whoever runs threads (kernel.Feeder) gives each a Thread before its first statement, and says when its
// program runs (Thread.Resume, Thread.Pause). A listener then counts by doing nothing: N counts. To be
// called at statement n it sets Stop to n, and Reached to a function: At calls it at every statement
// from the n-th on, so Reached moves Stop on (Never for no further call, N+1 for the next, N for every
// one). To stop the thread there, Reached calls Park, which returns when somebody lets the thread go on.
// Meanwhile, and whenever the thread waits in a kernel call, its frames may be read:
//
//	t.Stop = n
//	t.Reached = func(t *hook.Thread) {
//		t.Stop = hook.Never
//		t.Park() // the feeder's Run returns
//	}
//	...
//	for f := t.Frame; f != nil; f = f.Caller {
//		stmt := f.Stmt()             // where it is: file, line, offsets
//		for _, v := range f.Locals() { // what it sees, innermost first
//			fmt.Println(f.Func().Name, stmt.Line, v.Name, reflect.ValueOf(v.Pointer).Elem())
//		}
//	}
//
// Returned is called when a function returns or panics, and can read its results; Accessed before a
// thread reads or writes a variable that others may share. No hook is called while a listener is: code
// of the program that a listener calls, such as a String method, is not counted.
//
// A package's variables live on from one run to the next, and there is one thread that is heard (Running). Kept gives
// both to one run at a time: machines and Feeders call Enter before program code runs, and Leave behind it.
package hook
