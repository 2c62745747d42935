package paint

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// surface is what a picture is drawn on.
type surface interface {
	// fill fills areas.
	fill(area []line, with look)
	// stroke draws lines.
	stroke(path []line, with look)
	// text writes a text that begins, ends or has its middle at a point.
	text(at point, anchor, text string, with look)
}

// element is an element of the SVG.
type element struct {
	name    string
	classes []string
	attrs   map[string]string
}

func elementOf(start xml.StartElement) *element {
	e := &element{name: start.Name.Local, attrs: map[string]string{}}
	for _, a := range start.Attr {
		e.attrs[a.Name.Local] = a.Value
	}
	e.classes = strings.Fields(e.attrs["class"])
	return e
}

func (e *element) number(name string) float64 {
	n, _ := strconv.ParseFloat(e.attrs[name], 64)
	return n
}

// marker is the head of an arrow.
type marker struct {
	head   *element
	shapes [][]*element // the paths that it consists of, with what they are nested in
}

// reader goes through an SVG, and draws it.
type reader struct {
	decoder *xml.Decoder
	on      surface
	nested  []*element
	rules   []rule
	markers map[string]*marker
	marker  *marker // the one that is being read
}

// size reads the width and the height of an SVG: those of its surface, and of what is drawn on it.
func size(svg []byte) (wide, high float64, view [2]float64, err error) {
	token, err := xml.NewDecoder(bytes.NewReader(svg)).Token()
	start, ok := token.(xml.StartElement)
	if err != nil || !ok || start.Name.Local != "svg" {
		return 0, 0, view, errors.New("this is no SVG")
	}
	e := elementOf(start)
	var x, y float64
	if _, err := fmt.Sscan(e.attrs["viewBox"], &x, &y, &view[0], &view[1]); err != nil {
		return 0, 0, view, err
	}
	return e.number("width"), e.number("height"), view, nil
}

// show draws an SVG on a surface.
func show(svg []byte, on surface) error {
	r := &reader{decoder: xml.NewDecoder(bytes.NewReader(svg)), on: on, markers: map[string]*marker{}}
	for {
		token, err := r.decoder.Token()
		switch t := token.(type) {
		case xml.StartElement:
			r.nested = append(r.nested, elementOf(t))
			r.begin()
		case xml.EndElement:
			if r.nested[len(r.nested)-1].name == "marker" {
				r.marker = nil
			}
			r.nested = r.nested[:len(r.nested)-1]
		case xml.CharData:
			r.words(string(t))
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// begin draws an element, unless its words are still to come.
func (r *reader) begin() {
	e := r.nested[len(r.nested)-1]
	switch e.name {
	case "marker":
		r.marker = &marker{head: e}
		r.markers[e.attrs["id"]] = r.marker
	case "path":
		if r.marker != nil {
			r.marker.shapes = append(r.marker.shapes, append([]*element(nil), r.nested...))
			return
		}
		path := lines(e.attrs["d"])
		r.shape(path, r.nested, r.offset())
		r.arrowhead(e, path)
	case "rect":
		r.shape(rectangle(e.number("x"), e.number("y"), e.number("width"), e.number("height"), e.number("rx")),
			r.nested, r.offset())
	case "circle":
		r.shape(circle(e.number("cx"), e.number("cy"), e.number("r")), r.nested, r.offset())
	}
}

// words takes the style, and writes texts. Titles are what a pointer shows.
func (r *reader) words(text string) {
	if len(r.nested) == 0 {
		return
	}
	switch e := r.nested[len(r.nested)-1]; e.name {
	case "style":
		r.rules = rules(text)
	case "text":
		l := lookOf(r.rules, r.nested)
		anchor := cmp.Or(e.attrs["text-anchor"], l["text-anchor"])
		r.on.text(r.offset()(point{e.number("x"), e.number("y")}), anchor, text, l)
	}
}

// offset moves a point by the groups that it is in.
func (r *reader) offset() func(point) point {
	var by point
	for _, e := range r.nested {
		var x, y float64
		if _, err := fmt.Sscanf(e.attrs["transform"], "translate(%f %f)", &x, &y); err == nil {
			by = point{by.x + x, by.y + y}
		}
	}
	return func(p point) point { return point{p.x + by.x, p.y + by.y} }
}

// shape fills and outlines a shape.
func (r *reader) shape(path []line, nested []*element, to func(point) point) {
	l := lookOf(r.rules, nested)
	path = moved(path, to)
	if _, ok := l.color("fill", "#000000"); ok {
		r.on.fill(path, l)
	}
	if _, ok := l.color("stroke", "none"); ok {
		r.on.stroke(path, l)
	}
}

// arrowhead draws the head at the end of a path.
func (r *reader) arrowhead(e *element, path []line) {
	m := r.markers[strings.TrimSuffix(strings.TrimPrefix(e.attrs["marker-end"], "url(#"), ")")]
	if m == nil || len(path) == 0 || len(path[0].points) < 2 {
		return
	}
	points := path[len(path)-1].points
	end, before := points[len(points)-1], points[len(points)-2]
	sin, cos := math.Sincos(math.Atan2(end.y-before.y, end.x-before.x))
	var x, y, wide, high float64
	_, _ = fmt.Sscan(m.head.attrs["viewBox"], &x, &y, &wide, &high)
	scale := min(m.head.number("markerWidth")/wide, m.head.number("markerHeight")/high)
	to := func(p point) point {
		dx, dy := scale*(p.x-m.head.number("refX")), scale*(p.y-m.head.number("refY"))
		return r.offset()(point{end.x + dx*cos - dy*sin, end.y + dx*sin + dy*cos})
	}
	for _, nested := range m.shapes {
		r.shape(lines(nested[len(nested)-1].attrs["d"]), nested, to)
	}
}
