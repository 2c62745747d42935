package waitfor

import (
	"fmt"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// Explanation is a row in words.
type Explanation struct {
	Thread string // its name
	Text   string // "waits for mutex fork3, held by kant"
	Where  string // "philosophers.go:38", "" if not known
	Held   string // where the mutex was locked, "" if not known or if it waits for none
}

// String returns the explanation as a line.
func (e Explanation) String() string { return e.Thread + "  " + e.Text + e.Places() }

// Places returns the source lines of an explanation, for the end of a line.
func (e Explanation) Places() string {
	switch {
	case e.Where == "":
		return ""
	case e.Held == "":
		return " (" + e.Where + ")"
	}
	file, _, _ := strings.Cut(e.Where, ":")
	return " (" + e.Where + "; locked at " + strings.TrimPrefix(e.Held, file) + ")"
}

// Explain puts a row into words.
func Explain(s *kernel.State, r *Row) Explanation {
	e := Explanation{Thread: s.ThreadName(r.Thread), Text: text(s, r), Where: place(r.PC), Held: place(r.HeldPC)}
	if rest, ok := strings.CutPrefix(e.Text, "waits "); ok && r.NotBegun {
		e.Text = "would wait " + rest
	}
	if r.Suspended && r.Reason != Suspended {
		if e.Text += "; it is suspended as well"; halted(s, r) {
			e.Text += ", for its task has halted"
		}
	}
	if r.Until != 0 && r.Reason != Sleep {
		e.Text += ", until " + Time(r.Until)
	}
	return e
}

func place(pc uintptr) string {
	if pc == 0 {
		return ""
	}
	if f := kernel.FrameAt(pc); f.File != "" {
		return f.String()
	}
	return ""
}

// Time formats a virtual time, which is in microseconds.
func Time(us int64) string { return kernel.Milliseconds(us) }

func text(s *kernel.State, r *Row) string {
	switch r.Reason {
	case Ready:
		return "can go on with " + r.Op.String()
	case Suspended:
		return suspended(s, r)
	case Full:
		return "waits for room at " + s.ObjectName(r.At) + by(s, r, ", received by ", "", emptied(r))
	case Message:
		return message(s, r)
	case Locked:
		return "waits for " + s.ObjectName(r.At) + owner(s, r)
	case Condition:
		return "waits for " + s.ObjectName(r.At) + " to be signalled"
	case Join:
		return "waits for " + s.ObjectName(r.At) + " to end"
	case Sleep:
		return "sleeps until " + Time(r.Until)
	case Alone:
		return "waits for the other threads of its task to end"
	case Handler:
		return "waits for the exception handler of " + s.ObjectName(r.At) + by(s, r, ", ", "", "which nobody is")
	case Limit:
		return "waits to start: its task runs as many threads as it may"
	case Answer:
		return answer(s, r)
	}
	return "waits for ever"
}

// emptied explains a queue from which no task receives.
func emptied(r *Row) string {
	if r.Arrives {
		return "where messages wait for the wire"
	}
	return "from which nobody receives"
}

// answer explains a wait for an answer from another host.
func answer(s *kernel.State, r *Row) string {
	host := "host " + s.HostName(r.Host)
	text := "waits for the answer of " + host + " to " + r.Op.String()
	if r.At.Kind != kernel.NoObject {
		text = "waits for the answer of " + s.ObjectName(r.At) + " on " + host + " to " + r.Op.String()
	}
	switch {
	case r.Parted:
		return text + "; " + host + " cannot be reached"
	case r.Asking:
		return text + "; the request is on the wire"
	}
	return text + ", which is on the wire"
}

// halted says whether a thread's task was halted by messages.
func halted(s *kernel.State, r *Row) bool {
	return s.Tasks.At(uint32(r.Task)).Stands
}

// suspended names the call that suspended a thread, and the threads that could resume it.
func suspended(s *kernel.State, r *Row) string {
	text := "was suspended by thread_suspend"
	switch {
	case halted(s, r) && s.Hosts.At(uint32(s.Tasks.At(uint32(r.Task)).Host)).Stands():
		return "stands with its host, which was halted"
	case halted(s, r):
		return "has halted with its task"
	case r.At.Kind == kernel.TaskObject:
		text = "was suspended with its task by task_suspend"
	case r.Op == kernel.OpStart:
		text = "was suspended before it began"
	}
	return text + by(s, r, "; ", " can resume it", "nobody else can resume it")
}

func owner(s *kernel.State, r *Row) string {
	switch {
	case r.On == 0:
		return ", which is free"
	case r.On == r.Thread:
		return ", which it holds itself"
	case s.Threads.At(uint32(r.On)).Status == kernel.Ended:
		return ", held by " + s.ThreadName(r.On) + ", which has ended"
	}
	return ", held by " + s.ThreadName(r.On)
}

func message(s *kernel.State, r *Row) string {
	if r.At.Kind == kernel.NoObject {
		return "waits for a message: its task has enabled no port"
	}
	text := "waits for a message at " + s.ObjectName(r.At)
	switch {
	case r.Idle:
		return text + ", as servers do"
	case r.At.Kind == kernel.PortObject && s.IPC.Ports.At(r.At.ID).SORights > 0 && named(s, r.At) == "":
		return "waits for a reply" + by(s, r, " from ", "", replyOf(s, r))
	case r.Arrives:
		return text + "; one is on the wire"
	case r.AnyThread && len(r.Tasks)+len(r.Threads) == 0:
		return text + "; the kernel sends there"
	case onlyOwn(r) && len(s.Tasks.At(uint32(r.Task)).Threads) > 1:
		return text + ", to which only its own task can send"
	}
	return text + by(s, r, ", sent by ", "", "to which nobody else can send")
}

// replyOf explains a reply that no task has to send any more.
func replyOf(s *kernel.State, r *Row) string {
	switch at := request(s, r); {
	case r.Arrives:
		return "which is on the wire"
	case at != "" && onlyOwn(r):
		return "but has sent the request to itself: it is at port " + at + ", from which only it receives"
	case at != "":
		return "but nobody receives the request, which is at port " + at
	}
	return "which nobody owes it"
}

// request returns the port at which the request lies whose reply a thread waits for, "" if it lies at none.
func request(s *kernel.State, r *Row) string {
	for id := range s.IPC.Msgs.All {
		m := s.IPC.Msgs.At(uint32(id))
		if !m.Draft && m.Reply == ipc.PortID(r.At.ID) && m.Dest != 0 && m.Dest != ipc.DeadPort {
			return s.PortName(m.Dest)
		}
	}
	return ""
}

// named returns the name that the program gave a port, "" if none.
func named(s *kernel.State, o kernel.Object) string { return s.IPC.Ports.At(o.ID).Label.Given }

func onlyOwn(r *Row) bool {
	return len(r.Threads) == 0 && len(r.Tasks) == 1 && r.Tasks[0] == r.Task
}

// maxNamed is the number of possible wakers that a line names.
const maxNamed = 4

// by returns the names of those who could end a wait, between before and after. Without any it
// returns nobody, after a comma.
func by(s *kernel.State, r *Row, before, after, nobody string) string {
	var names []string
	for _, t := range r.Threads {
		names = append(names, s.ThreadName(t))
	}
	for _, t := range r.Tasks {
		if t != r.Task || len(s.Tasks.At(uint32(t)).Threads) > 1 { // somebody else
			names = append(names, taskName(s, t))
		}
	}
	if len(names) == 0 {
		return ", " + nobody
	}
	if more := len(names) - maxNamed; more > 0 {
		names = append(names[:maxNamed], fmt.Sprintf("%d more", more))
	}
	return before + strings.Join(names, " or ") + after
}

// taskName returns the name of a task, or that of its thread if it has only one.
func taskName(s *kernel.State, t kernel.TaskID) string {
	if all := s.Tasks.At(uint32(t)).Threads; len(all) == 1 {
		return s.ThreadName(all[0])
	} else if len(all) == 0 {
		return s.TaskName(t) + " (which has ended)"
	}
	return "a thread of " + s.TaskName(t)
}
