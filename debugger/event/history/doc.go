// Package history derives from the events of a run its execution histories, the tables
// of Krawczuk's thesis (5.3 to 5.19): who enqueued messages at a port in which order, who
// dequeued them, who entered a mutex, who caught which signal, what timed out, and so on.
//
//	c := history.New()
//	o := runner.Replay(program, recording)
//	o.Tracer = c.Tracer()
//	runner.Do(o)
//	for _, row := range c.History(history.Enqueue).Of("requests") { ... }
//
// Kinds is the table of the histories. A Collector is shown every event of a run, from the first
// one on, and keeps all of them. A Row tells of one thing that happened, by names that are the same in
// every schedule. Rows are in order of their events, and depend on nothing
// that happened later: a history up to an event is its beginning (History.Until).
//
// What a history knows comes from the events and the states between them only. An event does
// not tell what it did to queues that it is not about: a port's death may put notifications into
// the queues of others. So mail.go looks, after each event, at all messages
// that there are, and compares with those that it found after the event before.
//
// # What counts as what
//
//   - A message is enqueued when it gets into the queue of its port, or is handed to a thread that
//     waits there. To a port on another host that is when its packet is let in, not when it is sent.
//     Messages that travel along with the receive right of their port are not enqueued again.
//   - It is dequeued when a receive takes it out, or when it is handed over: then the thread has it, and
//     no other can get it, although it goes on later. A message that dies with its port is not dequeued.
//   - Ports of the kernel's own (of tasks, threads, hosts) have no histories, nor have the local ends of ports
//     on other hosts.
//   - A signal is caught when the thread that it woke takes its next step.
//   - A call that C Threads forbids ends the run, and is in no history; nor is a send or receive that was
//     refused at once in that of the timeouts.
package history
