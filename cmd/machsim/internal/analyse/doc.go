// Package analyse makes of a program in Go the graph that package flow is about: which processes there are, what they
// send and receive, and which message can be received where.
//
//	all, err := analyse.Load(".", "./rendezvous")  // the kernel.Program values of a package
//	x := all[0].Graph()                            // from its Main
//	fmt.Print(x.Text())
//
// It follows the functions that Main hands to tasks and servers through the calls of the package, each with the values
// that it is given (contexts matter: the same function is a different process with another name), and does so again
// until nothing more is found. Ports are the places in the text, each in its context, at which they are made; they
// travel by names of the name server, and in messages. A send goes to a receive of the same port and the same type.
//
// What is not known matches everything, and is told (Program.Unknown): a call that has no summary here, a value that
// comes from one, a loop that makes several processes. What is empty can never be.
package analyse
