package history

// Kind identifies a history. Kinds has its description.
type Kind uint8

// The histories, in the order of the thesis; then those that it has not.
const (
	Threads Kind = iota
	Ports
	Enqueue
	EnqueueNotify
	Timeouts
	Dequeue
	DequeueNotify
	Netname
	Calls
	Conditions
	Mutexes
	Entries
	Tries
	Signals
	Caught
	RPC
	NumKinds
)

// Description describes a history.
type Description struct {
	Name    string   // as the user types it
	Table   string   // of the thesis, "" if it has no such history
	Doc     string   // one line
	Of      string   // the kind of Row.Object
	Columns []Column // of Row.Data
}

// Column describes one value of each row of a history.
type Column struct {
	Key  string // also the key in JSON
	Doc  string
	Rare bool // a table leaves the column out if no row has a value
}

// Columns that several histories have.
var (
	number   = Column{Key: "n", Doc: "its number among those of the object, from 1"}
	virtual  = Column{Key: "virtual", Doc: "its name by who made it"}
	madeIn   = Column{Key: "task", Doc: "the task that it was made in"}
	message  = Column{Key: "message", Doc: "its id and items"}
	sentAt   = Column{Key: "sent", Doc: "event of the send, 0 for the kernel"}
	notice   = Column{Key: "notice", Doc: "which notification it is"}
	involved = Column{Key: "port", Doc: "the port that it is about, or its name in the task"}
	through  = Column{Key: "set", Doc: "the port set that it was received through, if any", Rare: true}
	called   = Column{Key: "call", Doc: "the call"}
	answered = Column{Key: "result", Doc: "what came of it"}
)

// Kinds is the table of the histories: the command, its help, the documentation and the
// tests read it.
var Kinds = [NumKinds]Description{
	Threads: {"threads", "5.3", "threads that were made, by their parents", "task",
		[]Column{{Key: "child", Doc: "the new thread"}, {Key: "n", Doc: "its number among the threads of the task, from 1"},
			called}},
	Ports: {"ports", "5.4", "ports and port sets that were made", "port",
		[]Column{virtual, madeIn, called}},
	Enqueue: {"enqueue", "5.7", "messages that came to a port, in order", "port",
		[]Column{number, message, sentAt, {Key: "to", Doc: "the thread that it was handed to at once"}}},
	EnqueueNotify: {"enqueue-notify", "5.8", "messages that came to the notify port of a task", "task",
		[]Column{number, notice, involved, {Key: "cause", Doc: "who did what is told of"}}},
	Timeouts: {"timeouts", "5.9", "sends and receives with a time limit, and whether it passed", "port",
		[]Column{{Key: "half", Doc: "send or receive"}, {Key: "limit_ms", Doc: "the limit, in virtual milliseconds"},
			{Key: "result", Doc: "in time, timed out, or another code"}}},
	Dequeue: {"dequeue", "5.10", "messages that were taken from a port, in order", "port",
		[]Column{number, message, {Key: "from", Doc: "the thread that sent it"}, sentAt, through}},
	DequeueNotify: {"dequeue-notify", "5.11", "messages that were taken from the notify port of a task", "task",
		[]Column{number, notice, involved, through}},
	Netname: {"netname", "5.12", "answers of the name servers, as their clients saw them", "name",
		[]Column{called, {Key: "host", Doc: "where it was looked up; * for anywhere"}, answered,
			{Key: "port", Doc: "the port"}, {Key: "found_on", Doc: "host whose server knew it"}}},
	Calls: {"calls", "5.13", "calls whose result the program cannot know: random, clock, input, addresses, ...", "call",
		[]Column{{Key: "arguments", Doc: "what was asked for"}, answered}},
	Conditions: {"conditions", "5.14", "conditions that were made", "condition", []Column{virtual, madeIn}},
	Mutexes:    {"mutexes", "5.15", "mutexes that were made", "mutex", []Column{virtual, madeIn}},
	Entries: {"entries", "5.16", "threads that entered a mutex, in order", "mutex",
		[]Column{number, called, {Key: "waited", Doc: "whether it had to wait for the mutex"}}},
	Tries: {"tries", "5.17", "answers of mutex_try_lock", "mutex",
		[]Column{{Key: "taken", Doc: "whether it got the mutex"}, {Key: "owner", Doc: "who had it if not"}}},
	Signals: {"signals", "5.18", "signals and broadcasts, and whom they woke", "condition",
		[]Column{number, called, {Key: "woke", Doc: "the threads that were woken, in order"}}},
	Caught: {"caught", "5.19", "threads that go on after a signal", "condition",
		[]Column{{Key: "n", Doc: "number of the signal among those of the condition"}, {Key: "signal", Doc: "its event"},
			{Key: "by", Doc: "who gave it"}}},
	RPC: {"rpc", "", "remote calls, step by step", "port",
		[]Column{{Key: "rpc", Doc: "the number of the remote call, in the order of the sends"},
			{Key: "step", Doc: "sent, refused, received, handed on, replied, answered, failed, given up or lost; by a " +
				"protocol of the program's own also executing, executing again, executed, cut short, doubled, and of each " +
				"packet that it was sent or lost"},
			{Key: "request", Doc: "what it says, where it is sent"}, {Key: "caller", Doc: "the thread that makes it"},
			{Key: "for", Doc: "the number of the call that the caller serves then, 0 for none"},
			{Key: "result", Doc: "the error with which it fails", Rare: true}}},
}

// Named returns the history with a name; false if there is none.
func Named(name string) (Kind, bool) {
	for k := range Kinds {
		if Kinds[k].Name == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// Names returns the names of all histories, in order.
func Names() []string {
	names := make([]string, NumKinds)
	for k := range Kinds {
		names[k] = Kinds[k].Name
	}
	return names
}

func (k Kind) String() string { return Kinds[k].Name }
