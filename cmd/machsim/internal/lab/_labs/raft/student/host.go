package student

import "machsim/kernel"

// Ask is the request of a client: to add to the account, and to say what is in it then. Who only wants to know adds 0.
// Clients are numbered from 1, and each numbers its requests 1, 2, 3; when it asks again, it uses the same number.
type Ask struct{ Client, Number, Add int }

// Answer says what was in the account when the request had been done, once.
type Answer struct{ Balance int }

// Elsewhere says that asking has put nothing into the log, and that the request is to be made at the leader: a replica
// from 0, or -1 if it is not known who leads.
type Elsewhere struct{ Leader int }

// Host is what a replica has of the world around it.
type Host struct {
	Me, N int         // the number of this replica, from 0, and how many there are
	Port  kernel.Name // where all messages to this replica come: of clients and of other replicas
	Limit int         // of the part snapshots: how many entries the log on the disk is to have; 0 for any number

	// Send sends a message, a struct, to another replica. It may be lost, doubled, late, or overtaken.
	Send func(to int, message any)
	// Patience is how long to wait this time before one stands for election.
	Patience func() kernel.Duration

	// The following tell the harness what has happened. It believes nothing else.

	// Leads: the replica leads in a term. The last entry of its log has this index and this term, 0 if there is none.
	Leads func(term, index, last int)
	// Stored: the log has an entry now. before is the term of the entry before it, 0 if it is the first.
	Stored func(index, term, before int, c Ask)
	// Applied: the replica, in a term, knows that the next entry is committed, and has done it. balance is what is in
	// the account now.
	Applied func(term, index int, c Ask, balance int)
	// Restored: the account is now what it was after the entry of an index, from a snapshot.
	Restored func(index, balance int)
}

// Tick is the time between two messages of a leader that has nothing to say. It is short of any patience.
const Tick = 50 * kernel.Millisecond
