package breakpoint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// onLine returns the calls made at a source line.
func (r *Run) onLine(s spec) (found []Occurrence, err error) {
	if s.File == "" {
		return nil, s.absent(s.LineAt, "no label of Go, and no function, is called %s where statements can be seen",
			s.Text.Text)
	}
	frames := map[uintptr]kernel.Frame{}
	r.calls(func(lane, call int, c *kernel.Call) {
		f, known := frames[c.PC]
		if !known && c.PC != 0 {
			f = kernel.FrameAt(c.PC)
			frames[c.PC] = f
		}
		if f.Line == s.Number && s.inFile(f) {
			found = append(found, r.occurrence(lane, call))
		}
	})
	if len(found) > 0 {
		return found, nil
	}
	return nil, s.noLine(frames)
}

// inFile says whether a frame is in the file of the place. The end of the path is enough.
func (s spec) inFile(f kernel.Frame) bool {
	return f.File == s.File || strings.HasSuffix(f.Path, "/"+s.File) || f.Path == s.File
}

// noLine says that no thread makes a call at the line, and names the nearest lines with one.
func (s spec) noLine(frames map[uintptr]kernel.Frame) error {
	var files []string
	var lines []int
	for _, f := range frames {
		if f.File == "" {
			continue
		}
		files = append(files, f.File)
		if s.inFile(f) {
			lines = append(lines, f.Line)
		}
	}
	if len(lines) == 0 {
		return s.absent(s.LineAt, "this run makes no calls from a file %s; %s", s.File, text.Offer(s.File, files, "files"))
	}
	far := func(n int) int { return max(n-s.Number, s.Number-n) }
	slices.SortFunc(lines, func(a, b int) int { return cmp.Or(far(a)-far(b), a-b) })
	lines = slices.Compact(lines)
	lines = lines[:min(len(lines), text.MaxOffered)]
	slices.Sort(lines)
	return s.absent(s.LineAt+len(s.File)+1,
		"no thread makes a call at this line in this run; the nearest lines with one are %s",
		strings.Trim(strings.ReplaceAll(fmt.Sprint(lines), " ", ", "), "[]"))
}
