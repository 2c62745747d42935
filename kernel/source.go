package kernel

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"machsim/ipc/quote"
)

// A Frame is a place in a program's source.
type Frame struct {
	Func string // as "philosophers.dine"
	File string // base name
	Path string // whole path
	Line int
}

func (f Frame) String() string {
	if f.File == "" {
		return "?"
	}
	if f.Line == 0 {
		return quote.Line(f.File)
	}
	return fmt.Sprintf("%s:%d", quote.Line(f.File), f.Line) // a line directive may say anything
}

// own lists the packages whose frames are machsim's, not the program's.
var own = []string{"machsim/kernel.", "machsim/kernel/hook.", "machsim/cthreads.", "machsim/netname.",
	"machsim/netname/callrpc.", "machsim/netname/debuggee.", "machsim/ipc.", "runtime.", "iter."}

// IsOwn reports whether a function, named as the Go runtime does, is machsim's or the
// runtime's own and no part of a program.
func IsOwn(function string) bool {
	return slices.ContainsFunc(own, func(p string) bool { return strings.HasPrefix(function, p) })
}

// Frames returns the places of program counters, without the frames of machsim and of the Go
// runtime.
func Frames(pcs []uintptr) []Frame {
	if len(pcs) == 0 {
		return nil
	}
	if pcs[0] >= FirstElsewhere {
		return elsewhere(pcs[0])
	}
	var out []Frame
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		if f.Function != "" && !IsOwn(f.Function) {
			out = append(out, Frame{
				Func: f.Function[strings.LastIndexByte(f.Function, '/')+1:],
				File: filepath.Base(f.File),
				Path: f.File,
				Line: f.Line,
			})
		}
		if !more {
			return out
		}
	}
}

// FirstElsewhere is above the addresses of code: from it on numbers stand for places in other executables.
const FirstElsewhere = ^uintptr(0) - 1<<24

// Elsewhere returns the place that such a number stands for. It is set, before there are any, by whoever gives them.
var Elsewhere func(number uintptr) (Frame, bool)

// elsewhere returns the place that such a number stands for.
func elsewhere(number uintptr) []Frame {
	if Elsewhere != nil {
		if f, ok := Elsewhere(number); ok {
			return []Frame{f}
		}
	}
	return nil
}

// FrameAt returns the place of one program counter.
func FrameAt(pc uintptr) Frame {
	if f := Frames([]uintptr{pc}); len(f) > 0 {
		return f[0]
	}
	return Frame{}
}

// programs returns the first program counter that is not in machsim's own code, 0 if
// there is none.
func (m *Machine) programs(pcs []uintptr) uintptr {
	for _, pc := range pcs {
		if !m.framework(pc) {
			return pc
		}
	}
	return 0
}

// framework reports whether pc is in machsim's own code.
func (m *Machine) framework(pc uintptr) bool {
	own, known := m.places.own[pc]
	if !known {
		own = len(Frames([]uintptr{pc})) == 0
		m.places.own[pc] = own
	}
	return own
}
