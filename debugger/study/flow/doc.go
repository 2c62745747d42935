// Package flow is the analysis of distributed programs before they run, after Spezialetti and Gupta: from the control
// flow of processes and the messages that may go between them it follows what a process can know of the others, and at
// which points looking for a simultaneous event is of use.
//
//	g := &flow.Graph{}
//	a, b := g.Process("A"), g.Process("B")
//	...                                  // nodes, and edges between them
//	x := g.Analyse()
//	x.Pre[r]                             // the sends that a receive may know of
//	x.Recognises(flow.Generalized, b, a) // the points of B at which it knows A's local event, and that it lasts
//
// It knows no runs and no recordings, and nothing of Go: who has a program makes a [Graph] of it. What happened in a
// run is the business of package detect (simultaneous), which is what each claim made here is held against.
//
// What is claimed, and of which runs:
//
//   - Pre has too much rather than too little: the sends of which a chain of messages may tell, none of which visits a
//     process twice. It knows of messages only.
//   - Post1 holds in runs in which all that is sent is received and all processes come to their ends; in others a
//     receive may never happen. Post2 holds in all runs.
//   - The points of [Analysis.Recognises] hold in all runs. Those of the paper's own conditions do not: testdata has
//     the graphs on which they are wrong.
//
// A loop that has no way out reaches no end, so that everything would postdominate everything; here each edge back to
// its head leads to the end as well. A family is one process of the graph that stands for any number: its members
// differ, so an edge from or to it is never the only one.
package flow
