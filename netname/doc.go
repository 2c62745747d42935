// Package netname is the name service of the network server (netname_check_in and its
// companions, Mach 2.5): the way by which tasks that know nothing of each other find
// each other's ports.
//
// Every host has one server, an ordinary task that makes ordinary kernel calls. Serve
// sets the servers up. A task finds the server of its host in its first registered
// port, where the kernel puts it, and speaks to it with the functions below:
//
//	err := netname.Register(th, "bank", port)  // the bank
//	bank, err := netname.Find(th, "bank")      // a customer, on any host
//
// These two are for the common case. CheckIn, LookUp, Await and CheckOut are the calls of the
// original, with signature and host.
//
// The rules are those of the original server. Upper and lower case are the same. Who
// checks a name in gives a signature, a port that need not be used for anything else;
// only who can name the same port again may replace or remove the entry. An entry
// vanishes when its port or its signature dies.
//
// A server does not wait for another one. What it has asked the others stands in a
// table of pending look-ups, with the time at which to ask again or give up, so that
// it goes on serving meanwhile.
package netname
