package supervise

import (
	"os"
	"unsafe"
)

// shared says where the memory is that a guest shares with its supervisor.
//
//go:wasmimport machsim shares
func shared(memory unsafe.Pointer, bytes uint32)

// Connect returns the supervisor of this process, which is a guest. There is no socket: what this process tells, that
// one reads when it has ended.
func Connect() *Supervisor {
	memory := make([]byte, SharedBytes)
	s := &Supervisor{restore: func() {}}
	s.shares(memory)
	shared(unsafe.Pointer(unsafe.SliceData(memory)), SharedBytes)
	s.socket, _ = os.Create(TellFile)
	return s
}
