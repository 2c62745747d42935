package diagram_test

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"machsim/cthreads"
	"machsim/debugger/picture/diagram"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testsession"
)

// face is a type: its size in pixels, how wide its letters are, in thousandths of that from
// blank to tilde, and which end of a text stands at its point.
type face struct {
	size   float64
	widths []int
	anchor string
}

// Widths of the letters of DejaVu Sans, regular and bold, which are among the widest of
// the faces that the style names. Those of the fixed one are all the same.
var (
	plain = []int{
		318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636,
		636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575,
		775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685,
		390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634,
		612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
	}
	bold = []int{
		348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
		696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
		683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
		724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343,
		1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
	}
	fixed = []int{602}
)

// faces are the types of the style, by class; "" is that of texts without one.
var faces = map[string]face{
	"":      {12, plain, "start"},
	"title": {17, bold, "start"}, "sub": {12, plain, "start"}, "foot": {12, plain, "start"},
	"host": {12, bold, "middle"}, "task": {11, plain, "middle"}, "name": {11.5, bold, "start"},
	"again": {10.5, bold, "start"},
	"time":  {9.5, fixed, "end"}, "n": {9.5, fixed, "end"}, "l": {9.5, fixed, "start"}, "c": {9, fixed, "middle"},
	"flagtext": {10.5, bold, "start"},
}

func (f *face) width(text string) float64 {
	sum := 0
	for _, r := range text {
		switch {
		case len(f.widths) == 1:
			sum += f.widths[0]
		case r >= ' ' && r <= '~':
			sum += f.widths[r-' ']
		default:
			sum += 1000
		}
	}
	return float64(sum) * f.size / 1000
}

// box is where a text of a picture is.
type box struct {
	text                     string
	left, right, top, bottom float64
}

func (b *box) String() string {
	return fmt.Sprintf("%q at %.0f to %.0f, %.0f to %.0f", b.text, b.left, b.right, b.top, b.bottom)
}

// How far letters reach above and below the line that they stand on, as parts of the size.
const (
	ascent  = 0.73
	descent = 0.21
)

// boxes finds where the texts of a picture are, from the top, and how wide it is.
func boxes(t *testing.T, svg []byte) (all []box, wide float64) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	var dx, dy []float64 // of the groups around
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			dx, dy = dx[:len(dx)-1], dy[:len(dy)-1]
		case xml.StartElement:
			if e.Name.Local == "svg" {
				wide = number(attr(e, "width"))
			}
			var x, y float64
			_, _ = fmt.Sscanf(attr(e, "transform"), "translate(%f %f)", &x, &y)
			dx, dy = append(dx, x), append(dy, y)
			if e.Name.Local != "text" {
				continue
			}
			inner, _ := dec.Token()
			text, _ := inner.(xml.CharData)
			b := place(t, e, string(text))
			for i := range dx {
				b.left, b.right, b.top, b.bottom = b.left+dx[i], b.right+dx[i], b.top+dy[i], b.bottom+dy[i]
			}
			all = append(all, b)
			if text == nil {
				dx, dy = dx[:len(dx)-1], dy[:len(dy)-1]
			}
		}
	}
	slices.SortFunc(all, func(a, b box) int { return cmp.Compare(a.top, b.top) })
	return all, wide
}

func place(t *testing.T, e xml.StartElement, text string) box {
	t.Helper()
	f, ok := faces[attr(e, "class")]
	if !ok {
		t.Fatalf("the class %q has no face", attr(e, "class"))
	}
	x, y, w := number(attr(e, "x")), number(attr(e, "y")), f.width(text)
	switch cmp.Or(attr(e, "text-anchor"), f.anchor) {
	case "end":
		x -= w
	case "middle":
		x -= w / 2
	}
	return box{text, x, x + w, y - ascent*f.size, y + descent*f.size}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// apart wants no two texts of a picture to overlap, and none to leave it.
func apart(t *testing.T, d *diagram.Diagram) {
	t.Helper()
	all, wide := boxes(t, d.SVG())
	for i := range all {
		a := &all[i]
		if a.left < 0 || a.right > wide {
			t.Errorf("%s: %v leaves the picture, which is %.0f wide", d.Title(), a, wide)
		}
		for j := i + 1; j < len(all) && all[j].top < a.bottom; j++ {
			if b := &all[j]; a.left < b.right && b.left < a.right {
				t.Errorf("%s: %v overlaps %v", d.Title(), a, b)
			}
		}
	}
}

var cutLine = regexp.MustCompile(`<path class="cut" d="M([0-9.]+), ?([^"]*)"><title>`)

// uncrossed wants the level parts of the position's line to go through no text.
func uncrossed(t *testing.T, d *diagram.Diagram) {
	t.Helper()
	svg := d.SVG()
	all, _ := boxes(t, svg)
	m := cutLine.FindSubmatch(svg)
	if m == nil {
		t.Fatalf("%s: there is no position", d.Title())
	}
	from := number(string(m[1]))
	for part := range strings.SplitSeq(string(m[2]), "V") {
		level, end, _ := strings.Cut(part, "H")
		y, to := number(level), number(end)
		for i := range all {
			if b := &all[i]; b.top < y && y < b.bottom && b.left < to && from < b.right {
				t.Errorf("%s: the position, at %.0f, goes through %v", d.Title(), y, b)
			}
		}
		from = to
	}
}

// TestApart wants the texts of pictures of every program not to overlap, and the position to
// go between them.
func TestApart(t *testing.T) {
	eachRun(t, func(t *testing.T, s *session.Session) {
		for _, fold := range []diagram.Fold{diagram.FoldNever, diagram.FoldAlways} {
			d := draw(t, s, diagram.Options{Rows: fold})
			apart(t, d)
			uncrossed(t, d)
		}
	})
}

// crowd is a program with many hosts, long names, and texts that fit nowhere.
var crowd = &kernel.Program{Name: "a-program-with-quite-a-long-name-that-goes-on-and-on", Main: func(b *kernel.Boot) {
	long := strings.Repeat("W", 60)
	for i := range 12 {
		host := b.Host(fmt.Sprintf("a-very-long-name.of-a-host.number-%d.%s", i, long))
		b.Task(host, fmt.Sprintf("task%d.%s", i, long), func(th *kernel.Thread) {
			th.Printf("%s", long+long+long)
			cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, long, func(th *kernel.Thread) {
				th.Label(long)
				th.Check(i > 0, "%s", long+long+long+long+long)
			})})
		})
	}
}}

// TestCrowd draws what has room nowhere, and wants it to be shortened.
func TestCrowd(t *testing.T) {
	for seed := range uint64(4) {
		d := draw(t, testsession.OpenRecording(t, crowd, recording(crowd, seed)), diagram.Options{})
		if len(d.Lanes) < 20 {
			t.Fatalf("there are only %d lanes", len(d.Lanes))
		}
		apart(t, d)
		for _, width := range []int{40, 80, 200} {
			for _, line := range strings.Split(d.Text(diagram.Screen{Width: width}), "\n") {
				if n := utf8.RuneCountInString(line); n > width {
					t.Errorf("a line has %d columns, not %d: %s", n, width, line)
				}
			}
		}
	}
}
