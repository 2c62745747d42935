package diagram_test

import (
	"bytes"
	"compress/zlib"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"machsim/debugger/picture/diagram"
	"machsim/debugger/picture/diagram/paint"
	"machsim/programs"
	"machsim/test/testsession"
)

// pictured is a diagram with arrows of several kinds, and how it is drawn.
func pictured(t *testing.T, o diagram.Options) (*diagram.Diagram, []byte) {
	t.Helper()
	p := programs.Find("bank")
	d := draw(t, testsession.OpenRecording(t, p, recording(p, 7)), o)
	return d, d.SVG()
}

// Colours of the style: the position, messages, and the paper.
var (
	magenta = color.RGBA{0xbe, 0x00, 0x64, 0xff}
	blue    = color.RGBA{0x25, 0x63, 0xeb, 0xff}
	white   = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// TestPNG wants a PNG to have the size of the picture, twice, and its colours where they belong.
func TestPNG(t *testing.T) {
	_, svg := pictured(t, diagram.Options{To: 60})
	text, err := paint.PNG(svg)
	if err != nil {
		t.Fatal(err)
	}
	image, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`width="(\d+)" height="(\d+)"`).FindSubmatch(svg)
	if at := image.Bounds(); float64(at.Dx()) != 2*number(string(m[1])) || float64(at.Dy()) != 2*number(string(m[2])) {
		t.Errorf("the picture is %v, that of the SVG %s by %s", at, m[1], m[2])
	}
	cut := cutLine.FindSubmatch(svg)
	y, _, _ := strings.Cut(strings.Fields(string(cut[2]))[0], "H")
	for c, at := range map[color.RGBA][2]float64{magenta: {number(string(cut[1])) + 4, number(y)}, white: {2, 2}} {
		if got := color.RGBAModel.Convert(image.At(int(2*at[0]), int(2*at[1]))); got != c {
			t.Errorf("at %v is %v, not %v", at, got, c)
		}
	}
	seen := 0
	for y := range image.Bounds().Dy() {
		for x := range image.Bounds().Dx() {
			if color.RGBAModel.Convert(image.At(x, y)) == blue {
				seen++
			}
		}
	}
	if seen < 1000 {
		t.Errorf("messages are drawn in %d pixels", seen)
	}
}

// TestPDF wants to find the words of the picture in the document, as a reader that looks for them does.
func TestPDF(t *testing.T) {
	d, svg := pictured(t, diagram.Options{To: 60})
	text, err := paint.PDF(svg)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(text, []byte("%PDF-1.")) || !bytes.HasSuffix(text, []byte("%%EOF\n")) {
		t.Error("this is no PDF")
	}
	objectsAreWhereTheTableSays(t, text)
	words := wordsOf(t, text)
	for _, l := range d.Lanes {
		if !slices.Contains(words, l.Short) {
			t.Errorf("the PDF has no lane %s", l.Short)
		}
	}
	for _, e := range d.Events {
		if !slices.Contains(words, strconv.Itoa(e.Number())) {
			t.Errorf("the PDF has no event %d", e.Number())
		}
	}
}

// TestPDFLetters writes what no font has: names and labels come from anybody.
func TestPDFLetters(t *testing.T) {
	_, svg := pictured(t, diagram.Options{To: 10})
	all := strings.Replace(string(svg), "</svg>", `<text x="1" y="9">é 𝒳 😀 漢 (a\)</text></svg>`, 1)
	text, err := paint.PDF([]byte(all))
	if err != nil {
		t.Fatal(err)
	}
	if want := "é \uFFFD \uFFFD \uFFFD (a\\)"; !slices.Contains(wordsOf(t, text), want) {
		t.Errorf("the PDF has no %s", want)
	}
}

func objectsAreWhereTheTableSays(t *testing.T, pdf []byte) {
	t.Helper()
	_, table, _ := strings.Cut(string(pdf[bytes.LastIndex(pdf, []byte("xref\n0 ")):]), "f \n")
	for i, line := range regexp.MustCompile(`(\d{10}) 00000 n`).FindAllStringSubmatch(table, -1) {
		at, _ := strconv.Atoi(line[1])
		if want := strconv.Itoa(i+1) + " 0 obj\n"; !strings.HasPrefix(string(pdf[at:]), want) {
			t.Fatalf("object %d is not at %d", i+1, at)
		}
	}
}

// wordsOf reads the texts of a PDF, which its contents have as UTF-16.
func wordsOf(t *testing.T, pdf []byte) (words []string) {
	t.Helper()
	escaped := strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r")
	for _, m := range regexp.MustCompile(`(?s)/Length \d+>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // a font, or a picture
		}
		content, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) Tj`).FindAllStringSubmatch(string(content), -1) {
			text, units := escaped.Replace(m[1]), []uint16{}
			for i := 0; i+1 < len(text); i += 2 {
				units = append(units, uint16(text[i])<<8|uint16(text[i+1]))
			}
			words = append(words, string(utf16.Decode(units)))
		}
	}
	return words
}

// TestLanes chooses lanes, and their order.
func TestLanes(t *testing.T) {
	all, _ := pictured(t, diagram.Options{})
	last := len(all.Lanes) - 1
	chosen := []string{all.Lanes[last].Name, all.Lanes[0].Name}
	d, svg := pictured(t, diagram.Options{Lanes: chosen})
	if len(d.Lanes) != 2 || d.Lanes[0].Name != chosen[0] || d.Lanes[1].Name != chosen[1] {
		t.Fatalf("the lanes are %v", d.Lanes)
	}
	count := func(d *diagram.Diagram, name string) (n int) {
		for _, e := range d.Events {
			if e.Lane != diagram.Nowhere && d.Lanes[e.Lane].Name == name {
				n++
			}
		}
		return n
	}
	for _, name := range chosen {
		if got, want := count(d, name), count(all, name); got != want {
			t.Errorf("%s has %d events, and %d among all", name, got, want)
		}
	}
	for _, a := range d.Arrows {
		if a.FromLane == diagram.Nowhere && a.ToLane == diagram.Nowhere {
			t.Errorf("an arrow shows no end: %+v", a)
		}
	}
	parse(t, svg)
	apart(t, d)
	p := programs.Find("bank")
	_, err := diagram.Of(testsession.OpenRecording(t, p, recording(p, 7)), diagram.Options{Lanes: []string{"nobody"}})
	if err == nil || !strings.Contains(err.Error(), "there is no lane nobody") {
		t.Errorf("a lane that is not there: %v", err)
	}
}

// TestLanesOfTask chooses a task, which means all its threads.
func TestLanesOfTask(t *testing.T) {
	p := programs.Find("buffer-fixed")
	s := testsession.OpenRecording(t, p, recording(p, 3))
	d, err := diagram.Of(s, diagram.Options{Lanes: []string{"factory"}})
	if err != nil || len(d.Lanes) < 2 {
		t.Fatalf("the lanes are %v: %v", d, err)
	}
	if _, err := diagram.Of(s, diagram.Options{Lanes: []string{"factory", "producer1"}}); err == nil {
		t.Error("a lane is there twice")
	}
}

// TestSlide wants a slide to have its shape and to say what it leaves out, and no letters that overlap.
func TestSlide(t *testing.T) {
	d, svg := pictured(t, diagram.Options{Slide: true})
	if !bytes.Contains(svg, []byte(`width="1280" height="720"`)) {
		t.Error("the slide has another shape")
	}
	if len(d.Rows) > 11 || len(d.Lanes) > 6 || !strings.Contains(strings.Join(d.Left, "\n"), "in this window") {
		t.Errorf("the slide has %d rows, %d lanes, and says %q", len(d.Rows), len(d.Lanes), d.Left)
	}
	m := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`).FindSubmatch(svg)
	if wide := number(string(m[1])); wide > 1000 {
		t.Errorf("its letters are small: it is drawn %v wide", wide)
	}
}
