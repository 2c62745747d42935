package shadow

import (
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"sort"
	"strings"

	"machsim/ipc"
	"machsim/test/probe"
)

var bySite = flag.Bool("sites", false, "list the calls that log an access, with how often a field access needs "+
	"each of them")

// sites are the calls that log an access. A field access needs one if all entries that account for it
// come from there: without the call the access would be reported.
type sites struct {
	seen, needed map[string]int
	names        map[[8]uintptr][]string
}

// note is an entry of the access log with the calls that it came from.
type note struct {
	mode  ipc.Mode
	sites []string
}

func (s *sites) logged(e *event, i int, t ipc.Access) {
	if s == nil {
		return
	}
	if e.notes == nil {
		e.notes = map[thing][]note{}
	}
	names := s.of(probe.Entries[i])
	for _, n := range names {
		s.seen[n]++
	}
	for _, b := range []uint32{t.B, anyB} {
		e.notes[thing{t.Location, t.A, b}] = append(e.notes[thing{t.Location, t.A, b}], note{t.Mode, names})
		e.notes[thing{t.Location, anyB, b}] = append(e.notes[thing{t.Location, anyB, b}], note{t.Mode, names})
	}
	if t.Location == ipc.LocMsg && t.Mode != ipc.Read {
		q := thing{ipc.LocQueue, t.B, 0}
		e.notes[q] = append(e.notes[q], note{ipc.Write, names})
	}
}

// of is the lines of a stack that call access, or a function whose name begins so.
func (s *sites) of(stack [8]uintptr) []string {
	if s.names == nil {
		s.names = map[[8]uintptr][]string{}
	}
	if names, ok := s.names[stack]; ok {
		return names
	}
	var names []string
	frames := runtime.CallersFrames(stack[:])
	inner := true
	for more := true; more && inner; {
		var f runtime.Frame
		f, more = frames.Next()
		fn := f.Function[strings.LastIndex(f.Function, ".")+1:]
		if fn != "access" {
			names = append(names, fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line))
			inner = strings.HasPrefix(strings.ToLower(fn), "access")
		}
	}
	s.names[stack] = names
	return names
}

func (s *sites) accessed(e *event, r *rule, p place, k probe.Kind) {
	if s == nil || r.of == nil {
		return
	}
	var common map[string]bool
	for _, t := range r.of(e, p) {
		for _, n := range e.notes[t] {
			if !r.allows(t.location, 1<<n.mode, k) {
				continue
			}
			if common == nil {
				common = map[string]bool{}
				for _, x := range n.sites {
					common[x] = true
				}
				continue
			}
			here := map[string]bool{}
			for _, x := range n.sites {
				here[x] = common[x]
			}
			common = here
		}
	}
	for x, ok := range common {
		if ok {
			s.needed[x]++
		}
	}
}

func (s *sites) print() {
	var names []string
	for n := range s.seen {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Printf("SITE %s logged %d, needed %d\n", n, s.seen[n], s.needed[n])
	}
}
