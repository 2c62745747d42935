package student

import "machsim/kernel"

// Site is what a site has each time that its host starts: the coordinator, or a participant. Of all that it knew before
// only the log is left.
type Site struct {
	Me int // 0 is the coordinator, 1 to N are the participants
	N  int

	// Records are those that were found in the log when the host started. They are safe.
	Records []Record
	// Append writes a record behind the others. After a crash it is there if it was synced before; else it may be.
	Append func(word string, transaction int)
	// Sync comes back when all records are safe.
	Sync func()

	// Send sends a message, which has a To. It may get lost, or be late, and overtaken by others.
	Send func(m Message)
	// Receive waits for a message, and if wait is not above 0 takes one that is there. ok is false if none came in that
	// time.
	Receive func(wait kernel.Duration) (m Message, ok bool)

	// Of a participant. Vote asks whether it can do its part of a transaction. Done and Undone say that it is decided:
	// the part is done for good, or it is not. To say it again is no mistake.
	Vote   func(transaction int) (yes bool)
	Done   func(transaction int)
	Undone func(transaction int)
}

// Record is a line in the log: a word of yours, and a transaction.
type Record struct {
	Word        string
	Transaction int
}

// Client is the site that asks the coordinator for transactions, again and again until it has the answer.
const Client = -1

// Message is a message from a site to another one.
type Message struct {
	Kind        string // Begin, Finished, or what you like
	Transaction int
	Yes         bool
	From, To    int
}

// The messages between client and coordinator. What else there is you say.
const (
	Begin    = "begin"    // from the client: a transaction is to be made
	Finished = "finished" // to the client: Yes if it is done, at all participants; else it is done at none
)
