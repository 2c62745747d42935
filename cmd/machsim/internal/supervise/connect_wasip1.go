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
	s := &Supervisor{told: file{}, restore: func() {}}
	s.shares(memory)
	shared(unsafe.Pointer(unsafe.SliceData(memory)), SharedBytes)
	return s
}

// file is TellFile, which is opened for each write: no file stays open when a guest is put back.
type file struct{}

func (file) Write(p []byte) (int, error) {
	f, err := os.OpenFile(TellFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.Write(p)
}
