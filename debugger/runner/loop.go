package runner

import (
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"machsim/kernel"
)

// Loop is what a run was doing when it was given up.
type Loop struct {
	Thread      kernel.ThreadID // 0 in the program's Main
	Interrupted bool            // by the user; otherwise the time was up
	Input       bool            // it waits for a line of console input
	Waits       string          // what of Go's it waits for, "" when it computes
	Frames      []kernel.Frame  // where it is, innermost call first
}

// goroutine is one goroutine as runtime.Stack writes it.
type goroutine struct {
	id, state, stack string
}

var header = regexp.MustCompile(`^goroutine (\d+) (?:gp=\S+ m=\S+ )?(?:mp=\S+ )?\[([^\],]*)[^\]]*\]:`)

// goroutinesNow returns all goroutines that run code of a program or a machine.
func goroutinesNow() []goroutine {
	buf := make([]byte, 1<<20)
	n := runtime.Stack(buf, true)
	for n == len(buf) && len(buf) < 1<<28 {
		buf = make([]byte, 4*len(buf))
		n = runtime.Stack(buf, true)
	}
	var all []goroutine
	for text := range strings.SplitSeq(string(buf[:n]), "\n\n") {
		if m := header.FindStringSubmatch(text); m != nil {
			all = append(all, goroutine{m[1], m[2], text})
		}
	}
	return all
}

// goroutines returns the ids of the goroutines in which program code may be running,
// left there by runs that were given up.
func goroutines() map[string]bool {
	if abandoned.Load() == 0 {
		return nil
	}
	ids := map[string]bool{}
	for _, g := range goroutinesNow() {
		ids[g.id] = true
	}
	return ids
}

// findLoop finds the goroutine that keeps a run from going on, and reads where it is.
func (r *Run) findLoop(older map[string]bool) *Loop {
	abandoned.Add(1)
	l := &Loop{Input: r.away.Load() == awayInput}
	inside := "machsim/debugger/runner.(*Run).drive("
	if m := r.machine.Load(); m != nil {
		_, l.Thread = m.Pulse()
		inside = "machsim/kernel.(*Thread).run("
	}
	for _, g := range goroutinesNow() {
		if older[g.id] || g.state == "coroutine" || !strings.Contains(g.stack, inside) {
			continue
		}
		l.Frames = ProgramFrames(g.stack)
		if g.state != "running" && g.state != "runnable" {
			l.Waits = g.state
		}
		break
	}
	return l
}

var place = regexp.MustCompile(`^\t(.*\.go):(\d+)`)

// ProgramFrames reads the frames of a program from a goroutine's stack.
func ProgramFrames(stack string) []kernel.Frame {
	var frames []kernel.Frame
	lines := strings.Split(stack, "\n")
	for i := 1; i+1 < len(lines); i += 2 {
		at := place.FindStringSubmatch(lines[i+1])
		if at == nil {
			break
		}
		function := functionOf(lines[i])
		if !ofProgram(function, at[1]) || strings.HasPrefix(lines[i], "created by ") {
			continue
		}
		n, _ := strconv.Atoi(at[2])
		frames = append(frames, kernel.Frame{
			Func: function[strings.LastIndexByte(function, '/')+1:],
			File: filepath.Base(at[1]), Path: at[1], Line: n,
		})
	}
	return frames
}

// ofProgram tells a program's functions from machsim's and Go's.
func ofProgram(function, file string) bool {
	return !kernel.IsOwn(function) && !isRunner(function) &&
		(goRoot == "" || !strings.HasPrefix(file, goRoot))
}

// isRunner says whether a function is one of those that run programs, or record that.
func isRunner(function string) bool {
	return strings.HasPrefix(function, "machsim/debugger/runner.(*") || strings.HasPrefix(function, "machsim/debugger/runner.Do.") ||
		strings.HasPrefix(function, "machsim/debugger/record.(*")
}

// goRoot is where the sources of Go's own packages were at build time, "" when the
// build does not say.
var goRoot = func() string {
	file, _ := runtime.FuncForPC(reflect.ValueOf(strings.Cut).Pointer()).FileLine(0)
	return strings.TrimSuffix(file, "strings/strings.go")
}()

// functionOf takes the arguments off a line such as "main.work(0xc000010000, 0x3)".
func functionOf(line string) string {
	if i := strings.LastIndexByte(line, '('); i > 0 {
		return line[:i]
	}
	return line
}
