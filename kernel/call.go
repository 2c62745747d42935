package kernel

import (
	"strings"

	"machsim/ipc"
)

// Op names a kernel call.
type Op uint8

// Call is a kernel call as a value: what a thread asks for. Which fields mean
// what is said by the call's row in the table of calls.
type Call struct {
	Op                 Op
	Flag               bool
	Disp               ipc.Disposition
	Opt                ipc.Option
	Name, Name2, Name3 ipc.Name
	N, N2, N3          int64
	Text               string
	Msg                ipc.MsgID // message to be sent, a draft
	PC                 uintptr   // where the program called, when somebody wants to know
	More               *More     // for the few calls with more arguments
}

// More are arguments that few calls have. They are not written to once the call is
// made.
type More struct {
	Host  string
	Names []ipc.Name
}

// Result is what a kernel call answers.
type Result struct {
	Code  ipc.Code
	Disp  ipc.Disposition
	Name  ipc.Name
	N     int64
	Text  string
	Names []ipc.Name
	Types []ipc.Type
	Info  any          // one of the Info structs
	Msg   *ipc.Message // filled with the message received, or handed back
}

// row describes a kernel call.
type row struct {
	name string // as Mach calls it
	// args names the fields that the call uses, in the order Name, Name2, Name3,
	// N, N2, N3, Text; an empty word is a field not used.
	args string
	// run does as much of the call as can be done now. It returns true when the
	// call is done, with c.out filled; false when the thread waits or has ended.
	run func(c *core, id ThreadID, t *ThreadState) bool
}

// String returns Mach's name of the call.
func (o Op) String() string { return rows[o].name }

// Args names the fields of Call that the call uses, in the order Name, Name2, Name3,
// N, N2, N3, Text; "" for one that it does not.
func (o Op) Args() (args [7]string) {
	copy(args[:], strings.Split(rows[o].args, ","))
	return args
}

// Ops is the number of kernel calls: an Op is below it.
const Ops = int(numOps)

// OpNamed returns the call of that name, false if there is none.
func OpNamed(name string) (Op, bool) {
	for i := range rows {
		if rows[i].name == name {
			return Op(i), true
		}
	}
	return 0, false
}
