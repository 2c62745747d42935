// Package memory remembers what the variables of a Go program were at earlier moments, and shows them again.
//
// A [Log] is told of moments at which the program stands still ([Log.Note]). It compares everything that some roots
// lead to with the moment before, and keeps the old contents of what has changed. [Log.Show] puts the contents of a
// moment where they were. So a pointer means the same variable at every moment, and whoever reads the variables needs
// to know nothing of moments:
//
//	var l memory.Log
//	l.Note(roots) // 0
//	...           // the program runs on
//	l.Note(roots) // 1
//	l.Show(0)     // the variables are as they were
//	l.Show(1)     // and as they are
//
// [Log.Without] leaves out moments in the middle: those of one thread, say, while others have gone on.
//
// The program must run only while the last moment is shown. Each change is an exchange of contents, so showing moments
// in any order and the last one again leaves the memory as it was, bit by bit.
//
// Stacks, and what functions capture, are not remembered.
package memory
