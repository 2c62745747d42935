package wire

import (
	"context"

	"machsim/debugger"
)

var objectMethods = Group{"Objects", []Method{
	list("threads", "Lists the threads.", (*debugger.Debugger).Threads),
	list("tasks", "Lists the tasks, those that have ended too.", (*debugger.Debugger).Tasks),
	list("hosts", "Lists the hosts.", (*debugger.Debugger).Hosts),
	list("halts", "Lists the halts of hosts, in the order in which these halted.", (*debugger.Debugger).Halts),
	calls[struct {
		Page
		All bool `doc:"with those of the kernel's own, and the local ends of ports on other hosts"`
	}]("ports", "Lists the ports.", (*debugger.Debugger).Ports),
	calls[ofName]("port", "Answers a port with its messages and rights.", (*debugger.Debugger).Port),
	list("messages", "Lists the messages: queued, held, in hand, on a wire.", (*debugger.Debugger).Messages),
	calls[Sent]("message", "Answers the message that an event sent.", (*debugger.Debugger).Message),
	list("mutexes", "Lists the mutexes, who holds them and who waits.", (*debugger.Debugger).Mutexes),
	list("conditions", "Lists the conditions, and who waits.", (*debugger.Debugger).Conditions),
	list("timers", "Lists the timers, the earliest first.", (*debugger.Debugger).Timers),
	list("wires", "Lists the wires that are cut or slow.", (*debugger.Debugger).Wires),
	list("packets", "Lists what is on the wires.", (*debugger.Debugger).Packets),
	list("choices", "Lists who can go next: threads, and packets that can arrive.", (*debugger.Debugger).Choices),
	calls[none]("netnames", "Says which names are checked in, and what clients were told of names.",
		(*debugger.Debugger).Netnames),
	calls[struct {
		Page
		Host string `doc:"the host; \"\" for all"`
		File string `doc:"its name; \"\" for all"`
		Most int    `doc:"how many bytes of contents are wanted at most"`
	}]("files", "Lists the files on the disks of hosts, with what is not synced of them.",
		(*debugger.Debugger).Files),
	with("names", "Lists the names of the objects of some kinds.", names),
}}

// Sent is the number of an event that sent a message.
type Sent struct {
	Sent uint64 `json:"sent" doc:"the number of the event that sent it"`
}

// Names says which objects are meant.
type Names struct {
	Kinds []string `json:"kinds" doc:"of thread, task, host, port, mutex and condition"`
}

var objectKinds = []string{string(debugger.Threads), string(debugger.Tasks), string(debugger.Hosts),
	string(debugger.Ports), string(debugger.Mutexes), string(debugger.Conditions)}

func names(ctx context.Context, d *debugger.Debugger, p Names) ([]string, error) {
	var kinds []debugger.Kind
	for _, k := range p.Kinds {
		if _, err := oneOf("kind", k, objectKinds); err != nil {
			return nil, err
		}
		kinds = append(kinds, debugger.Kind(k))
	}
	return d.Names(ctx, kinds...)
}
