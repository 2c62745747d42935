// Package waitfor says who waits for whom, from a kernel.State alone.
//
// Of returns a Row for each thread that has not ended: what it waits for, or would wait for
// if it made the call that it is about to make (kernel.State.WouldWait), and who could end
// that wait. Three functions read these rows:
//
//	Cycle    threads that wait for each other in a ring, if there is one
//	Stuck    all threads that can never go on, whatever anyone does
//	Explain  a row as a line for people
//
// A wait for a mutex or for the end of a thread is for one thread: it is definite.
// A wait for a message, or for room in a queue, can be ended by any thread of
// certain tasks: those that hold rights to the port, or will get them with a message
// that is on its way. A condition waits for nobody in particular.
//
// Rows are plain data and name tasks in place of all their threads, so that the
// graph of n threads takes memory in proportion to n.
package waitfor
