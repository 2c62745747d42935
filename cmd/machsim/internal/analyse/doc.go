// Package analyse makes of a program in Go the graph that package flow is about: which processes there are, what they
// send and receive, and which message can be received where.
//
//	all, err := analyse.Load(".", "./rendezvous")  // the kernel.Program values of a package
//	r := all[0].Analyse().Report()                 // from its Main
//	fmt.Print(r.Text())
//
// It follows the functions that Main hands to tasks and servers, and the threads that these make, through the calls of
// the packages that are read, each with the values that it is given (contexts matter: the same function is a different
// process with another name), and does so again until nothing more is found. Ports are the places in the text, each in
// its context, at which they are made; they travel by names of the name server, in special ports, and in messages. A
// send goes to a receive of the same port and the same type. Calls of machsim have summaries; other packages that do
// not use the kernel make no kernel calls, but may call the functions that they are handed.
//
// What is not known matches everything, and is told with its line (Program.Unknown): of what may do anything it is said
// that nothing is claimed. What is empty can never be.
//
// Program.Faults are what only the whole program shows.
package analyse
