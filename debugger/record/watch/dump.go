package watch

import (
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"machsim/kernel"
)

// goroutine is one goroutine as runtime.Stack writes it.
type goroutine struct {
	state, stack string
}

var header = regexp.MustCompile(`^goroutine \d+ (?:gp=\S+ m=\S+ )?(?:mp=\S+ )?\[([^\],]*)[^\]]*\]:`)

// mostDump is how long a dump of all stacks may be, in bytes. It begins with the oldest goroutines: those that a
// program starts without end, beside the thread that does it, are not looked at.
const mostDump = 1 << 24

// goroutines returns all goroutines but the one that asks.
func goroutines() (all []goroutine) {
	buf := make([]byte, 1<<20)
	n := runtime.Stack(buf, true)
	for n == len(buf) && len(buf) < mostDump {
		buf = make([]byte, 4*len(buf))
		n = runtime.Stack(buf, true)
	}
	for text := range strings.SplitSeq(string(buf[:n]), "\n\n") {
		if m := header.FindStringSubmatch(text); m != nil {
			all = append(all, goroutine{m[1], text})
		}
	}
	return all[1:]
}

// running finds among all goroutines the one that runs the code of a Heartbeat: of those that
// belong to it, the one that is not parked as a coroutine. A thread's comes before the one that
// waits for the thread's end.
func running(all []goroutine, p *kernel.Heartbeat) (g goroutine, ok bool) {
	carries := fmt.Sprintf("machsim/kernel.(*Heartbeat).Carry(%p", p)
	thread := threadOf(p)
	for _, other := range all {
		switch {
		case other.state == "coroutine":
		case thread.MatchString(other.stack):
			return other, true
		case strings.Contains(other.stack, carries):
			g, ok = other, true
		}
	}
	return g, ok
}

// threadOf matches the goroutine of a thread of a Heartbeat, and its id in that.
func threadOf(p *kernel.Heartbeat) *regexp.Regexp {
	var kin []string
	for _, k := range p.Kin() {
		kin = append(kin, fmt.Sprintf("%p", k))
	}
	return regexp.MustCompile(`machsim/kernel\.\(\*Thread\)\.run\(0x[0-9a-f]+\??, (?:` + strings.Join(kin, "|") +
		`)\??, 0x([0-9a-f]+)`)
}

// deepest finds among all goroutines that of a Heartbeat's threads, or the one that runs its code, which is
// the most calls deep, and whose it is. It may be parked in a kernel call.
func deepest(all []goroutine, p *kernel.Heartbeat) (g goroutine, id kernel.ThreadID) {
	g, _ = running(all, p)
	id = p.Look().Thread
	thread := threadOf(p)
	for _, other := range all {
		m := thread.FindStringSubmatch(other.stack)
		if m == nil || other.depth() <= g.depth() {
			continue
		}
		n, _ := strconv.ParseUint(m[1], 16, 32)
		g, id = other, kernel.ThreadID(n)
	}
	return g, id
}

// busy are the states of a goroutine that computes, or is about to.
var busy = []string{"running", "runnable", "preempted", "copystack", "stopping the world"}

// waits is what of Go's a goroutine waits for, "" if it computes. That it waits for the garbage
// collector is not its own doing.
func (g goroutine) waits() string {
	state := strings.TrimSuffix(g.state, " (scan)")
	if slices.Contains(busy, state) || strings.HasPrefix(state, "GC ") || strings.HasPrefix(state, "garbage") {
		return ""
	}
	return state
}

// frames is where a goroutine is, without what changes from call to call.
func (g goroutine) frames() string { return strings.Join(strings.Split(g.stack, "\n")[1:], "\n") }

// unwinds says that a goroutine runs deferred functions of a thread that was ended.
func (g goroutine) unwinds() bool { return strings.Contains(g.stack, "\nruntime.Goexit(") }

// helped says whether a goroutine that a program has started is at work. Those of threads, and
// those that run them, show themselves.
func helped(all []goroutine) bool {
	return slices.ContainsFunc(all, func(g goroutine) bool {
		return g.waits() == "" && !strings.Contains(g.stack, "machsim/kernel.(*Heartbeat).Carry(") &&
			!strings.Contains(g.stack, "machsim/kernel.(*Thread).run(") && len(ProgramFrames(g.stack)) > 0
	})
}

var elided = regexp.MustCompile(`\n\.\.\.(\d+) frames elided\.\.\.\n`)

// depth is how many calls deep a goroutine is of which a dump leaves calls out, else 0.
func (g goroutine) depth() int {
	m := elided.FindStringSubmatch(g.stack)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n + shownFrames
}

// shownFrames is how many calls a dump shows of a deep stack, more or less.
const shownFrames = 100

// cycle are the calls at the beginning of a deep stack that repeat.
func cycle(frames []kernel.Frame) []kernel.Frame {
	for n := 1; n <= len(frames)/2; n++ {
		repeats := true
		for i := n; i < min(len(frames), shownFrames/2) && repeats; i++ {
			repeats = frames[i].Func == frames[i-n].Func
		}
		if repeats {
			return frames[:n]
		}
	}
	return frames[:min(len(frames), 1)]
}

var place = regexp.MustCompile(`^\t(.*\.go):(\d+)`)

// ProgramFrames reads the frames of a program from a goroutine's stack, innermost call first.
func ProgramFrames(stack string) []kernel.Frame {
	var frames []kernel.Frame
	function := ""
	for line := range strings.SplitSeq(stack, "\n") {
		at := place.FindStringSubmatch(line)
		if at == nil {
			function = functionOf(line)
			continue
		}
		if !ofProgram(function, at[1]) || strings.HasPrefix(function, "created by ") {
			continue
		}
		n, _ := strconv.Atoi(at[2])
		if n == 1 {
			n = 0 // Go says so of a loop without a body
		}
		frames = append(frames, kernel.Frame{
			Func: function[strings.LastIndexByte(function, '/')+1:],
			File: filepath.Base(at[1]), Path: at[1], Line: n,
		})
	}
	return frames
}

// ofProgram tells a program's functions from machsim's and Go's.
func ofProgram(function, file string) bool {
	return !kernel.IsOwn(function) && !isTool(function, file) && (goRoot == "" || !strings.HasPrefix(file, goRoot))
}

// isTool says whether a function is of the half of machsim that observes programs. Tests there,
// and the packages below debugger/internal, have programs of their own.
func isTool(function, file string) bool {
	return (strings.HasPrefix(function, "machsim/debugger.") || strings.HasPrefix(function, "machsim/debugger/") ||
		strings.HasPrefix(function, "machsim/test/simtest.")) &&
		!strings.HasPrefix(function, "machsim/debugger/internal/") && !strings.HasSuffix(file, "_test.go")
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
