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

var bySite = flag.Bool("sites", false, "list the calls that touch, with how often an access needs each of them")

// sites are the calls that touch. One is needed by an access if all touches that account for it
// come from there: without the call the access would be reported.
type sites struct {
	seen, needed map[string]int
	names        map[[8]uintptr][]string
}

// note is a touch with the calls that it came from.
type note struct {
	mode  ipc.Mode
	sites []string
}

func (s *sites) touched(e *event, i int, t ipc.Touch) {
	if s == nil {
		return
	}
	if e.notes == nil {
		e.notes = map[thing][]note{}
	}
	names := s.of(probe.Touches[i])
	for _, n := range names {
		s.seen[n]++
	}
	for _, b := range []uint32{t.B, anyB} {
		e.notes[thing{t.Facet, t.A, b}] = append(e.notes[thing{t.Facet, t.A, b}], note{t.Mode, names})
		e.notes[thing{t.Facet, anyB, b}] = append(e.notes[thing{t.Facet, anyB, b}], note{t.Mode, names})
	}
	if t.Facet == ipc.TouchMsg && t.Mode != ipc.Read {
		q := thing{ipc.TouchQueue, t.B, 0}
		e.notes[q] = append(e.notes[q], note{ipc.Write, names})
	}
}

// of is the lines of a stack that are calls of touch, or of a function that touches.
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
		if fn != "touch" {
			names = append(names, fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line))
			inner = strings.HasPrefix(strings.ToLower(fn), "touch")
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
			if !r.allows(t.facet, 1<<n.mode, k) {
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
		fmt.Printf("SITE %s touched %d, needed %d\n", n, s.seen[n], s.needed[n])
	}
}
