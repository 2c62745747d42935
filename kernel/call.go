package kernel

import "machsim/ipc"

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
	Earlier            uintptr   // for Failure.Earlier
	More               *More     // for the few calls with more arguments
}

// More are arguments that few calls have. They are not written to once the call is
// made.
type More struct {
	Host  string
	Names []ipc.Name
}

// Result is the answer of a kernel call.
type Result struct {
	// What every call writes, in a cache line of the Thread.
	Code  ipc.Code
	Disp  ipc.Disposition
	Name  ipc.Name
	N     int64
	Info  any // one of the Info structs
	Names []ipc.Name

	Msg   *ipc.Message // filled with the message received, or handed back
	Types []ipc.Type
	Text  string
}

// clear leaves nothing but the room for a message. What few calls write is seldom there: to look costs less.
func (r *Result) clear() {
	r.Code, r.Disp, r.Name, r.N = 0, 0, 0, 0
	if r.Info != nil || r.Names != nil || r.Types != nil || r.Text != "" {
		r.Info, r.Names, r.Types, r.Text = nil, nil, nil, ""
	}
}
