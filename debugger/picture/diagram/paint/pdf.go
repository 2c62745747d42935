package paint

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// A PDF counts in points; a picture has 96 pixels an inch. No page is longer than mostPoints.
const (
	points     = 72.0 / 96
	mostPoints = 14400
)

// page is a document of one page. It is drawn on in points.
type page struct {
	*fpdf.Fpdf
	scale float64 // points of a unit of the picture
}

// PDF draws a picture as a document of one page, whose texts can be looked for. The same picture makes the same bytes.
func PDF(svg []byte) ([]byte, error) {
	wide, high, view, err := size(svg)
	if err != nil {
		return nil, err
	}
	scale := points * min(1, mostPoints/(points*max(wide, high)))
	p := &page{scale: scale * wide / view[0], Fpdf: fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt", Size: fpdf.SizeType{Wd: scale * wide, Ht: scale * high}})}
	p.SetCatalogSort(true)
	p.SetCreationDate(time.Unix(0, 0))
	p.SetModificationDate(time.Unix(0, 0))
	for f, file := range files {
		p.AddUTF8FontFromBytes(name(face(f)), "", file)
	}
	p.SetMargins(0, 0, 0)
	p.AddPage()
	p.SetLineJoinStyle("round")
	if err := show(svg, p); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = p.Output(&out)
	return out.Bytes(), err
}

// name is the name of a face in the document.
func name(f face) string { return fmt.Sprint("face", int(f)) }

// path draws lines and areas.
func (p *page) path(all []line, how string) {
	for _, l := range all {
		for i, at := range l.points {
			if i == 0 {
				p.MoveTo(at.x*p.scale, at.y*p.scale)
			} else {
				p.LineTo(at.x*p.scale, at.y*p.scale)
			}
		}
		if l.closed {
			p.ClosePath()
		}
	}
	p.DrawPath(how)
}

// shade lets the function choose a colour; what is drawn then is as opaque as that.
func (p *page) shade(c color.NRGBA, choose func(r, g, b int)) {
	p.SetAlpha(float64(c.A)/255, "Normal")
	choose(int(c.R), int(c.G), int(c.B))
}

func (p *page) fill(area []line, with look) {
	c, _ := with.color("fill", "#000000")
	p.shade(c, p.SetFillColor)
	p.path(area, "F")
}

func (p *page) stroke(path []line, with look) {
	c, _ := with.color("stroke", "none")
	p.shade(c, p.SetDrawColor)
	dashes := with.dashes()
	for i := range dashes {
		dashes[i] *= p.scale
	}
	p.SetDashPattern(dashes, 0)
	p.SetLineWidth(with.number("stroke-width", 1) * p.scale)
	p.path(path, "D")
}

func (p *page) text(at point, anchor, text string, with look) {
	f, size := with.face(), with.number("font-size", 12)
	text = strings.Map(f.known, text)
	at = f.begin(at, anchor, text, size)
	p.SetFont(name(f), "", size*p.scale)
	if halo, ok := with.color("stroke", "none"); ok {
		p.shade(halo, p.SetDrawColor)
		p.SetDashPattern(nil, 0)
		p.SetLineWidth(with.number("stroke-width", 1) * p.scale)
		p.SetTextRenderingMode(1)
		p.Text(at.x*p.scale, at.y*p.scale, text)
		p.SetTextRenderingMode(0)
	}
	c, _ := with.color("fill", "#000000")
	p.shade(c, p.SetTextColor)
	p.Text(at.x*p.scale, at.y*p.scale, text)
}
