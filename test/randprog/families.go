package randprog

// call makes one call, or a few that belong together.
type call func(a *actor)

// family is a set of calls that are used together.
type family struct {
	name  string
	calls []call
}

var families []family

func init() { // calls fork threads that make calls
	families = []family{
		{"messages", []call{send, send, send, send, receive, receive, receive, newPort, rpc, answer}},
		{"names", nameCalls},
		{"rights", rightCalls},
		{"sets", setCalls},
		{"queues", queueCalls},
		{"notices", noticeCalls},
		{"mach25", calls25},
		{"locks", lockCalls},
		{"forks", forkCalls},
		{"threads", threadCalls},
		{"tasks", taskCalls},
		{"words", wordCalls},
		{"exceptions", exceptionCalls},
		{"memory", memoryCalls},
		{"hosts", hostCalls},
		{"outside", outsideCalls},
		{"across", acrossCalls},
		{"structs", structCalls},
		{"disks", diskCalls},
	}
}
