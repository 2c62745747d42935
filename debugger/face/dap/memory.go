package dap

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// A memory reference is a thread, whose task's memory is meant, and an address: client.1@0x10000.

// memoryOf is the reference to what a variable leads to in its task's memory; "" if it is no address.
func (s *Session) memoryOf(at debugger.Scope, v debugger.Local) string {
	if at.Thread == "" || v.Type != "uint64" && v.Type != "uintptr" {
		return ""
	}
	if n, err := strconv.ParseUint(v.Value, 0, 64); err == nil && n >= leastAddress {
		return fmt.Sprintf("%s@0x%x", at.Thread, n)
	}
	return ""
}

// leastAddress is the least address that vm_allocate hands out.
const leastAddress = 0x10000

func (s *Session) readMemory(ctx context.Context, a dap.ReadMemoryArguments) (any, error) {
	thread, at, ok := text.CutLast(a.MemoryReference, "@")
	if !ok {
		return nil, fmt.Errorf("%q is no memory of a thread's task", a.MemoryReference)
	}
	address, err := strconv.ParseUint(at, 0, 64)
	if err != nil || a.Count < 0 || a.Count > mostMemory {
		return nil, fmt.Errorf("%q names no memory, or %d bytes are too many", a.MemoryReference, a.Count)
	}
	address += uint64(a.Offset)
	body := dap.ReadMemoryResponseBody{Address: fmt.Sprintf("0x%x", address), UnreadableBytes: a.Count}
	if a.Count == 0 {
		return body, nil
	}
	m, err := s.d.Memory(ctx, debugger.Scope{Thread: thread}, fmt.Sprint(address), a.Count)
	if err == nil {
		body.Data, body.UnreadableBytes = base64.StdEncoding.EncodeToString(m.Data), a.Count-len(m.Data)
	}
	return body, nil
}

// mostMemory is how many bytes are read at once at most.
const mostMemory = 1 << 20

// To a client the kernel calls of a thread are its instructions, one for each event: the address of one is the number
// of the thread, and which of its events it is.
const instructionBits = 32

// instruction is the address of the next call of a thread.
func (s *Session) instruction(thread string) string {
	return fmt.Sprintf("0x%x", uint64(s.threadz.number(thread))<<instructionBits|uint64(s.done[thread]))
}

// instructionAt is the thread, and which of its events an address names.
func (s *Session) instructionAt(address string, offset int) (thread string, n int, err error) {
	at, err := strconv.ParseUint(address, 0, 64)
	if err != nil {
		return "", 0, fmt.Errorf("%q is no address of a kernel call", address)
	}
	thread, err = s.threadz.name(int(at >> instructionBits))
	return thread, int(at&(1<<instructionBits-1)) + offset, err
}

// mostInstructions is how many are told of at once at most.
const mostInstructions = 2000

func (s *Session) disassemble(ctx context.Context, a dap.DisassembleArguments) (any, error) {
	thread, from, err := s.instructionAt(a.MemoryReference, a.Offset+a.InstructionOffset)
	if err != nil {
		return nil, err
	}
	count := min(max(a.InstructionCount, 0), mostInstructions)
	rows, err := s.d.EventsOf(ctx, thread, from, count)
	if err != nil {
		return nil, err
	}
	var body dap.DisassembleResponseBody
	first := max(from, 0)
	base := uint64(s.threadz.number(thread)) << instructionBits
	for i := from; i < from+count; i++ {
		x := dap.DisassembledInstruction{Address: fmt.Sprintf("0x%x", base+uint64(i)), Instruction: "(none)"}
		if k := i - first; k >= 0 && k < len(rows) {
			x.Instruction, x.Symbol = fmt.Sprintf("@%d %s", rows[k].Event, rows[k].Action), rows[k].Where
		}
		body.Instructions = append(body.Instructions, x)
	}
	return body, nil
}

// callAt is a breakpoint at a call of the kernel: by its name, or by the address of one.
func (s *Session) callAt(ctx context.Context, ref string, offset int) (string, error) {
	if !strings.HasPrefix(ref, "0x") {
		return ref, nil
	}
	thread, n, err := s.instructionAt(ref, offset)
	if err != nil {
		return "", err
	}
	rows, err := s.d.EventsOf(ctx, thread, n, 1)
	switch {
	case err != nil:
		return "", err
	case len(rows) == 0 || rows[0].Where == "":
		return "", fmt.Errorf("there is no kernel call at %s", ref)
	}
	return fmt.Sprintf("%s by %q", rows[0].Where, thread), nil
}
