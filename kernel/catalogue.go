package kernel

import "machsim/ipc"

// The catalogue says what each kernel call is, for all who show calls, look for them, or draw
// them: a trace, a history, a breakpoint, a diagram. Its rows are those by which the kernel makes
// the calls (table.go), so a new call is known everywhere at once.

// Class is what a call does, as far as others than its thread care.
type Class uint8

// The classes.
const (
	// ClassOther: asks or changes something that is no business of other threads.
	ClassOther Class = iota
	// ClassStart: a thread begins.
	ClassStart
	// ClassExit: a thread ends itself.
	ClassExit
	// ClassMessage: sends, receives, or both (Call.Opt says which).
	ClassMessage
	// ClassMakePort: makes a port or a port set.
	ClassMakePort
	// ClassRights: changes names and rights, or the ports behind them.
	ClassRights
	// ClassMakeTask: makes a task.
	ClassMakeTask
	// ClassMakeThread: makes a thread.
	ClassMakeThread
	// ClassEnd: ends a task or a thread.
	ClassEnd
	// ClassStop: suspends a task or a thread, or breaks off what it waits for.
	ClassStop
	// ClassRaise: raises an exception.
	ClassRaise
	// ClassMakeMutex: makes a mutex.
	ClassMakeMutex
	// ClassFreeMutex: ends a mutex.
	ClassFreeMutex
	// ClassLock: locks a mutex.
	ClassLock
	// ClassTryLock: locks a mutex if it is free.
	ClassTryLock
	// ClassUnlock: unlocks a mutex.
	ClassUnlock
	// ClassMakeCondition: makes a condition.
	ClassMakeCondition
	// ClassFreeCondition: ends a condition.
	ClassFreeCondition
	// ClassWait: waits for a condition.
	ClassWait
	// ClassSignal: signals a condition to one or all.
	ClassSignal
	// ClassJoin: waits for the end of a thread.
	ClassJoin
	// ClassThread: asks or changes something of C Threads that is no lock.
	ClassThread
	// ClassMemory: reads or changes memory.
	ClassMemory
	// ClassStage: crashes or restarts a host, or changes a wire.
	ClassStage
	// ClassPrint: prints a line.
	ClassPrint
	// ClassLabel: marks a place in the program, a goal, or the beginning of a span.
	ClassLabel
	// ClassSpanEnd: marks the end of a span.
	ClassSpanEnd
	// ClassChance: asks for what only the world outside knows: chance, the clock, input.
	ClassChance
	// ClassFail: fails the run.
	ClassFail
	// ClassDisk: reads or changes the disk of a host.
	ClassDisk
	numClasses
)

// classes says what follows from a call's class.
var classes = [numClasses]struct {
	name         string
	makes        ObjectKind // what such a call makes
	communicates bool       // it affects other threads, or waits for them
	harmless     bool       // no port and no task ends with it
}{
	ClassOther:         {name: "other"},
	ClassStart:         {name: "start", harmless: true},
	ClassExit:          {name: "exit", communicates: true},
	ClassMessage:       {name: "message", communicates: true, harmless: true},
	ClassMakePort:      {name: "make port", makes: PortObject, harmless: true},
	ClassRights:        {name: "rights"},
	ClassMakeTask:      {name: "make task", makes: TaskObject, communicates: true},
	ClassMakeThread:    {name: "make thread", makes: ThreadObject, communicates: true, harmless: true},
	ClassEnd:           {name: "end", communicates: true},
	ClassStop:          {name: "stop"},
	ClassRaise:         {name: "raise", communicates: true},
	ClassMakeMutex:     {name: "make mutex", makes: MutexObject, harmless: true},
	ClassFreeMutex:     {name: "free mutex", harmless: true},
	ClassLock:          {name: "lock", communicates: true, harmless: true},
	ClassTryLock:       {name: "try lock", communicates: true, harmless: true},
	ClassUnlock:        {name: "unlock", communicates: true, harmless: true},
	ClassMakeCondition: {name: "make condition", makes: ConditionObject, harmless: true},
	ClassFreeCondition: {name: "free condition", harmless: true},
	ClassWait:          {name: "wait", communicates: true, harmless: true},
	ClassSignal:        {name: "signal", communicates: true, harmless: true},
	ClassJoin:          {name: "join", communicates: true, harmless: true},
	ClassThread:        {name: "thread", harmless: true},
	ClassMemory:        {name: "memory"},
	ClassStage:         {name: "stage"},
	ClassPrint:         {name: "print", harmless: true},
	ClassLabel:         {name: "label", harmless: true},
	ClassSpanEnd:       {name: "span end", harmless: true},
	ClassChance:        {name: "chance", harmless: true},
	ClassFail:          {name: "fail"},
	ClassDisk:          {name: "disk", harmless: true},
}

func (c Class) String() string { return classes[c].name }

// Makes is the kind of object that a call of the class makes, NoObject for none. ClassMakePort
// makes a port or a set.
func (c Class) Makes() ObjectKind { return classes[c].makes }

// Communicates says whether a call of the class affects other threads, or waits for them.
func (c Class) Communicates() bool { return classes[c].communicates }

// Field is a field of Call, or of its More.
type Field uint8

// The fields that hold operands.
const (
	FieldName Field = iota
	FieldName2
	FieldName3
	FieldN
	FieldN2
	FieldN3
	FieldText
	FieldFlag
	FieldDisp
	FieldHost  // More.Host
	FieldNames // More.Names
	NumFields
)

// OperandKind says what an operand stands for.
type OperandKind uint8

// The kinds of operand. Names are in fields Name to Name3, and Names; texts in Text and Host.
const (
	noOperand          OperandKind = iota
	OperandTask                    // the task that the call is made on, by its port in the caller's name space
	OperandThread                  // the thread that the call is made on, by its port there
	OperandName                    // a name in the name space of the task that the call is made on
	OperandMember                  // the name there of a port that is put into a set, or taken out of one
	OperandOwn                     // a name in the caller's name space
	OperandNotify                  // a name there to which a notification is to go; Null for no notification
	OperandNew                     // a name that is to stand for something
	OperandMutex                   // the id of a mutex
	OperandCondition               // the id of a condition
	OperandThreadID                // the id of a thread of the caller's task
	OperandNumber                  // a number
	OperandResult                  // a number with which a thread ends, usually 0
	OperandRight                   // an ipc.Right
	OperandDisposition             // an ipc.Disposition
	OperandNotice                  // the id of a notification
	OperandAddress                 // of memory
	OperandSize                    // in bytes
	OperandTime                    // in milliseconds
	OperandSwitch                  // SwitchNone, SwitchDepress or SwitchWait
	OperandText                    // words that name something: a task, a host
	OperandString                  // any text, to be quoted
	OperandData                    // bytes
	OperandFlag                    // yes or no
	OperandFile                    // the id of a file
	numOperandKinds
)

// Object is the kind of object that an operand of this kind names by its id, NoObject if it
// names none so.
func (k OperandKind) Object() ObjectKind {
	switch k {
	case OperandMutex:
		return MutexObject
	case OperandCondition:
		return ConditionObject
	case OperandThreadID:
		return ThreadObject
	case OperandFile:
		return FileObject
	}
	return NoObject
}

// Operand is what a call is given, as its row says.
type Operand struct {
	Field  Field
	Kind   OperandKind
	Word   string // what it is called
	Lead   string // the words before it in a sentence about the call, "" for none but Word
	Silent bool   // such a sentence leaves it out, for what comes of the call shows it
}

// Name is the operand's value in a call, if it is a name.
func (o *Operand) Name(c *Call) ipc.Name {
	if n := c.nameIn(o.Field); n != nil {
		return *n
	}
	return ipc.Null
}

// nameIn is the name in a field, nil if that holds none.
func (c *Call) nameIn(f Field) *ipc.Name {
	switch f {
	case FieldName:
		return &c.Name
	case FieldName2:
		return &c.Name2
	case FieldName3:
		return &c.Name3
	}
	return nil
}

// Number is the operand's value in a call, if it is a number, a disposition or a flag.
func (o *Operand) Number(c *Call) int64 {
	switch o.Field {
	case FieldN:
		return c.N
	case FieldN2:
		return c.N2
	case FieldN3:
		return c.N3
	case FieldDisp:
		return int64(c.Disp)
	case FieldFlag:
		if c.Flag {
			return 1
		}
	}
	return 0
}

// Text is the operand's value in a call, if it is a text.
func (o *Operand) Text(c *Call) string {
	switch {
	case o.Field == FieldText:
		return c.Text
	case o.Field == FieldHost && c.More != nil:
		return c.More.Host
	}
	return ""
}

// ResultKind says what a call answers beside its code.
type ResultKind uint8

// The kinds of result, with the field of Result that holds it.
const (
	noResult         ResultKind = iota
	ResultCode                  // nothing but the code
	ResultNever                 // the call does not come back
	ResultMessage               // Msg: the message that was received, if the call receives
	ResultMade                  // the event's object: what the call made
	ResultName                  // Name: a name in the caller's name space
	ResultFormer                // Name: of what the call replaced, Null for nothing
	ResultNames                 // Names, in the caller's name space
	ResultNumber                // N
	ResultTime                  // N: in microseconds
	ResultAddress               // N: of memory
	ResultType                  // N: an ipc.Type
	ResultType25                // N: an ipc.Port25Type
	ResultTaken                 // N: 1 if the mutex was taken
	ResultWoken                 // N: the id of the thread that was woken, 0 for none
	ResultWokenCount            // N: how many threads were woken
	ResultLine                  // Text: a line of input; N is 0 if there is no more
	ResultData                  // Text: bytes
	ResultInfo                  // Info: one of the Info structs
	ResultFile                  // N: the id of a file
	numResultKinds
)

// Manuals whose contracts the calls follow. A call's page there has the call's name.
const (
	mach3IPC     = "Mach 3 Kernel Interfaces, IPC Interface"
	mach3Ports   = "Mach 3 Kernel Interfaces, Port Manipulation Interface"
	mach3Tasks   = "Mach 3 Kernel Interfaces, Task Interface"
	mach3Threads = "Mach 3 Kernel Interfaces, Thread Interface"
	mach3Memory  = "Mach 3 Kernel Interfaces, Virtual Memory Interface"
	mach3Hosts   = "Mach 3 Kernel Interfaces, Host Interface"
	mach3Stubs   = "Mach 3 Server Writer's Guide, MIG"
	mach25       = "Mach 2.5 Kernel Interface Manual"
	cThreads     = "C Threads"
	machsimOwn   = "machsim" // none of Mach's; see the method of Thread
)

// row describes a kernel call: what it is, and how it is made.
type row struct {
	name     string // as Mach calls it
	class    Class
	manual   string
	result   ResultKind
	run      handler
	operands []Operand // in the order in which they are said
}

// handler does as much of a call as can be done now. It returns true when the call is done, with
// c.out filled; false when the thread waits or has ended.
type handler = func(c *core, id ThreadID, t *ThreadState) bool

// Ops is the number of kernel calls: an Op is below it.
const Ops = int(numOps)

// String returns Mach's name of the call.
func (o Op) String() string { return rows[o].name }

// Class returns what the call does, as far as others than its thread care.
func (o Op) Class() Class { return rows[o].class }

// Manual returns the manual whose contract the call follows; its page there has its name.
func (o Op) Manual() string { return rows[o].manual }

// Operands returns what the call is given, in the order in which it is said. It must not be
// written to.
func (o Op) Operands() []Operand { return rows[o].operands }

// Result returns what the call answers beside its code.
func (o Op) Result() ResultKind { return rows[o].result }

// HasTarget says whether the call is made on a task or thread, which may be on another host.
func (o Op) HasTarget() bool { return targets[o] }

// Harmless says whether no port and no task can end with the call, a message call if the message
// that it moves carries no receive right.
func (o Op) Harmless() bool { return classes[rows[o].class].harmless && !targets[o] }

// Operand returns the operand that the call has in a field, nil if it has none there.
func (o Op) Operand(f Field) *Operand {
	for i := range rows[o].operands {
		if x := &rows[o].operands[i]; x.Field == f {
			return x
		}
	}
	return nil
}

// OpNamed returns the call of that name, false if there is none.
func OpNamed(name string) (Op, bool) {
	for i := range rows {
		if rows[i].name == name && name != "" {
			return Op(i), true
		}
	}
	return 0, false
}
