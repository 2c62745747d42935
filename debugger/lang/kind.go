package lang

// Kind is the kind of a breakpoint.
type Kind uint8

// The kinds of breakpoint.
const (
	Line Kind = iota
	Label
	Send
	Receive
	Lock
	Unlock
	Signal
	Wait
	Fork
	TaskCreate
	TaskExit
	ThreadExit
	PortCreate
	PortDestroy
	Timeout
	Print
	Call
	Enter
	RPCFails
	RPCDoubled
	Orphan
	Leave
	Panic
	Misuse
	Error
	numKinds
)

// Description describes how a kind of breakpoint is written.
type Description struct {
	Word    string   // as the user types it
	Doc     string   // one line
	Objects []string // the sorts of object it takes; nil if it takes none
	Before  []string // words allowed before the object
	Text    bool     // a text follows instead of an object
	Need    bool     // the object or text is required
	Content bool     // it is about messages, so conditions on their contents are possible
	Past    bool     // it has happened where a thread stops, as with after
}

// Kinds is the table of the kinds: the parser, the help and the tests read it.
var Kinds = [numKinds]Description{
	Line:  {Word: "FILE.go:LINE", Doc: "a kernel call or label of that source line", Content: true},
	Label: {Word: "label", Doc: "th.Label with that text", Text: true, Need: true},
	Send: {
		Word: "send", Doc: "a call that sends a message",
		Objects: []string{"port"}, Before: []string{"to"}, Content: true,
	},
	Receive: {
		Word: "receive", Doc: "a call that receives a message",
		Objects: []string{"port", "set"}, Before: []string{"from", "at"}, Content: true,
	},
	Lock:   {Word: "lock", Doc: "mutex_lock or mutex_try_lock", Objects: []string{"mutex"}},
	Unlock: {Word: "unlock", Doc: "mutex_unlock", Objects: []string{"mutex"}},
	Signal: {Word: "signal", Doc: "condition_signal or condition_broadcast", Objects: []string{"condition"}},
	Wait:   {Word: "wait", Doc: "condition_wait", Objects: []string{"condition"}, Before: []string{"for"}},
	Fork: {
		Word: "fork", Doc: "cthread_fork or thread_create; the object is the new thread",
		Objects: []string{"thread"},
	},
	TaskCreate: {
		Word: "task-create", Doc: "task_create or spawn; the object is the new task",
		Objects: []string{"task"},
	},
	TaskExit: {
		Word: "task-exit", Doc: "the call with which a task ends",
		Objects: []string{"task"}, Before: []string{"of"},
	},
	ThreadExit: {
		Word: "thread-exit", Doc: "the call with which a thread ends",
		Objects: []string{"thread"}, Before: []string{"of"},
	},
	PortCreate:  {Word: "port-create", Doc: "the call that makes a port", Objects: []string{"port"}},
	PortDestroy: {Word: "port-destroy", Doc: "the call with which a port dies", Objects: []string{"port"}},
	Timeout: {
		Word: "timeout", Doc: "a send or receive whose time runs out",
		Objects: []string{"port", "set"}, Before: []string{"at"},
	},
	Print: {Word: "print", Doc: "a line of output that contains the text", Text: true},
	Call:  {Word: "call", Doc: "a kernel call, by Mach's name", Text: true, Need: true},
	Enter: {
		Word: "enter", Doc: "the first kernel call in that Go function, after one elsewhere",
		Text: true, Need: true, Content: true,
	},
	RPCFails: {
		Word: "rpc-fails", Doc: "a remote call that has failed, where its caller is told",
		Objects: []string{"port"}, Before: []string{"to"}, Past: true,
	},
	RPCDoubled: {
		Word: "rpc-doubled", Doc: "a remote call, of a procedure, that is executed once more",
		Text: true, Past: true,
	},
	Orphan: {Word: "orphan", Doc: "a remote call that goes on after its caller gave up",
		Past: true},
	Leave: {
		Word: "leave", Doc: "the first kernel call elsewhere, after one in that Go function",
		Text: true, Need: true, Content: true,
	},
	Panic:  {Word: "panic", Doc: "a panic, also one that is handled, before it is raised"},
	Misuse: {Word: "misuse", Doc: "a call that can only be a mistake"},
	Error: {
		Word: "error", Doc: "a call that has failed, with that code if one is named",
		Text: true, Past: true,
	},
}

// kindWords returns the words of the kinds.
func kindWords() (all []string) {
	for k := Label; k < numKinds; k++ {
		all = append(all, Kinds[k].Word)
	}
	return all
}

func (k Kind) String() string { return Kinds[k].Word }
