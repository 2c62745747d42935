// Package waitfor builds the wait-for graph of a kernel.State.
//
// Of returns a Row for each thread that has not ended: what it waits for, or would wait for
// if it made the call that it is about to make (kernel.State.WouldWait), and the threads that
// could end the wait. Three functions read these rows:
//
//	Cycle    returns threads that wait for each other in a cycle, if there are any
//	Stuck    returns all threads that can never go on, whatever the others do
//	Explain  puts a row into words
//
// A wait for a mutex or for the end of a thread is for one thread: it is definite. A wait for
// a message, or for room in a queue, can be ended by any thread of certain tasks: those that
// hold rights to the port, or will get them in a message that is in transit. Any thread of
// the task could signal a condition.
//
// Rows are plain data and name tasks in place of all their threads, so that the graph of n
// threads takes memory proportional to n.
package waitfor
