package paint

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode/utf16"
)

// A PDF counts in points; a picture has 96 pixels an inch. No page is longer than mostPoints.
const (
	points     = 72.0 / 96
	mostPoints = 14400
)

// pdf is a document of one page.
type pdf struct {
	content bytes.Buffer
	used    [numFaces]map[rune]bool // the letters that are written
	alphas  []uint8                 // how opaque areas are, by the numbers of their states
	file    bytes.Buffer
	offsets []int // of the objects in the file
}

// PDF draws a picture as a document of one page, whose texts can be looked for.
func PDF(svg []byte) ([]byte, error) {
	wide, high, view, err := size(svg)
	if err != nil {
		return nil, err
	}
	scale := points * min(1, mostPoints/(points*max(wide, high)))
	d := &pdf{}
	for f := range d.used {
		d.used[f] = map[rune]bool{}
	}
	fmt.Fprintf(&d.content, "%.5f 0 0 %.5f 0 %.3f cm 1 j\n", scale*wide/view[0], -scale*high/view[1], scale*high)
	if err := show(svg, d); err != nil {
		return nil, err
	}
	return d.document(scale*wide, scale*high), nil
}

func (d *pdf) put(format string, args ...any) { fmt.Fprintf(&d.content, format, args...) }

// colour chooses a colour by an operator, and how opaque it is.
func (d *pdf) colour(c color.NRGBA, operator string) {
	n := slices.Index(d.alphas, c.A)
	if n < 0 {
		n = len(d.alphas)
		d.alphas = append(d.alphas, c.A)
	}
	d.put("/A%d gs %.4f %.4f %.4f %s\n", n, float64(c.R)/255, float64(c.G)/255, float64(c.B)/255, operator)
}

// path writes lines.
func (d *pdf) path(all []line) {
	for _, l := range all {
		for i, p := range l.points {
			d.put("%.2f %.2f %s ", p.x, p.y, map[bool]string{true: "m", false: "l"}[i == 0])
		}
		if l.closed {
			d.put("h ")
		}
	}
}

func (d *pdf) fill(area []line, with look) {
	c, _ := with.color("fill", "#000000")
	d.colour(c, "rg")
	d.path(area)
	d.put("f\n")
}

func (d *pdf) stroke(path []line, with look) {
	c, _ := with.color("stroke", "none")
	d.colour(c, "RG")
	d.put("0 J %v 0 d %.2f w ", with.dashes(), with.number("stroke-width", 1))
	d.path(path)
	d.put("S\n")
}

func (d *pdf) text(at point, anchor, text string, with look) {
	f, size := with.face(), with.number("font-size", 12)
	at = f.begin(at, anchor, text, size)
	if halo, ok := with.color("stroke", "none"); ok {
		d.colour(halo, "RG")
		d.put("[] 0 d %.2f w ", with.number("stroke-width", 1))
		d.write(at, text, f, size, 1)
	}
	c, _ := with.color("fill", "#000000")
	d.colour(c, "rg")
	d.write(at, text, f, size, 0)
}

// write writes a text: mode 0 fills the letters, 1 outlines them.
func (d *pdf) write(at point, text string, f face, size float64, mode int) {
	var hex strings.Builder
	for _, r := range text {
		g, _ := f.glyph(r)
		d.used[f][r] = true
		fmt.Fprintf(&hex, "%04x", g)
	}
	d.put("BT /F%d %.2f Tf %d Tr 1 0 0 -1 %.2f %.2f Tm <%s> Tj ET\n", f, size, mode, at.x, at.y, hex.String())
}

// object adds an object to the file, and returns its number.
func (d *pdf) object(format string, args ...any) int {
	d.offsets = append(d.offsets, d.file.Len())
	fmt.Fprintf(&d.file, "%d 0 obj\n%s\nendobj\n", len(d.offsets), fmt.Sprintf(format, args...))
	return len(d.offsets)
}

// stream adds an object with packed data.
func (d *pdf) stream(data []byte, more string) int {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(data) // into memory
	_ = z.Close()
	return d.object("<< /Length %d /Filter /FlateDecode%s >>\nstream\n%s\nendstream", packed.Len(), more, packed.Bytes())
}

// document writes the file.
func (d *pdf) document(wide, high float64) []byte {
	d.file.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var fonts, states strings.Builder
	for f, used := range d.used {
		if len(used) > 0 {
			fmt.Fprintf(&fonts, "/F%d %d 0 R ", f, d.font(face(f)))
		}
	}
	for n, alpha := range d.alphas {
		fmt.Fprintf(&states, "/A%d << /ca %.3f /CA %.3[2]f >> ", n, float64(alpha)/255)
	}
	content := d.stream(d.content.Bytes(), "")
	page := len(d.offsets) + 1
	d.object("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %.2f %.2f] /Contents %d 0 R /Resources << /Font << %s>> "+
		"/ExtGState << %s>> >> >>", page+1, wide, high, content, fonts.String(), states.String())
	d.object("<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", page)
	d.object("<< /Type /Catalog /Pages %d 0 R >>", page+1)
	table := d.file.Len()
	fmt.Fprintf(&d.file, "xref\n0 %d\n0000000000 65535 f \n", len(d.offsets)+1)
	for _, at := range d.offsets {
		fmt.Fprintf(&d.file, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&d.file, "trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(d.offsets)+1, page+2, table)
	return d.file.Bytes()
}

// font adds a face with the widths of the letters that are used, and what they mean.
func (d *pdf) font(f face) int {
	var widths, meaning strings.Builder
	letters := make([]rune, 0, len(d.used[f]))
	for r := range d.used[f] {
		letters = append(letters, r)
	}
	slices.Sort(letters)
	for _, r := range letters {
		g, wide := f.glyph(r)
		fmt.Fprintf(&widths, "%d [%d] ", g, wide)
		fmt.Fprintf(&meaning, "1 beginbfchar <%04x> <%s> endbfchar\n", g, inUTF16(r))
	}
	name := fmt.Sprintf("MachsimGo%d", f)
	file := d.stream(files[f], fmt.Sprintf(" /Length1 %d", len(files[f])))
	unicode := d.stream([]byte("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def "+
		"/CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n"+meaning.String()+
		"endcmap CMapName currentdict /CMap defineresource pop end end\n"), "")
	about := d.object("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [-200 -300 1200 1000] /ItalicAngle 0 "+
		"/Ascent 950 /Descent -220 /CapHeight 700 /StemV 80 /FontFile2 %d 0 R >>", name, file)
	letter := d.object("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) "+
		"/Ordering (Identity) /Supplement 0 >> /FontDescriptor %d 0 R /DW 1000 /W [%s] /CIDToGIDMap /Identity >>",
		name, about, widths.String())
	return d.object("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] "+
		"/ToUnicode %d 0 R >>", name, letter, unicode)
}

// inUTF16 is a letter in hexadecimal UTF-16.
func inUTF16(r rune) (text string) {
	for _, unit := range utf16.Encode([]rune{r}) {
		text += fmt.Sprintf("%04x", unit)
	}
	return text
}
