package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Pixels of a PNG: for each of the picture, in each direction, and at most in all.
const (
	density    = 2
	mostPixels = 100e6
)

// raster is a picture of pixels.
type raster struct {
	image *image.RGBA
	scale float64
	faces map[face]map[float64]font.Face
}

// PNG draws a picture in twice as many pixels as it has; one that is very long in fewer.
func PNG(svg []byte) ([]byte, error) {
	wide, high, view, err := size(svg)
	if err != nil {
		return nil, err
	}
	enlarged := min(density, math.Sqrt(mostPixels/(wide*high)))
	r := &raster{scale: enlarged * wide / view[0], faces: map[face]map[float64]font.Face{}}
	r.image = image.NewRGBA(image.Rect(0, 0, int(math.Ceil(wide*enlarged)), int(math.Ceil(high*enlarged))))
	draw.Draw(r.image, r.image.Bounds(), image.White, image.Point{}, draw.Src)
	if err := show(svg, r); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, r.image)
	return out.Bytes(), err
}

func (r *raster) fill(area []line, with look) {
	c, _ := with.color("fill", "#000000")
	r.paint(area, c)
}

// paint fills areas, each of which turns the same way.
func (r *raster) paint(area []line, c color.NRGBA) {
	area = moved(area, func(p point) point { return point{p.x * r.scale, p.y * r.scale} })
	box := bounds(area).Intersect(r.image.Bounds())
	if box.Empty() {
		return
	}
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, l := range area {
		for i, p := range l.points {
			x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.Draw(r.image, box, image.NewUniform(c), image.Point{})
}

// bounds are the pixels that lines are in.
func bounds(all []line) (box image.Rectangle) {
	for _, l := range all {
		for _, p := range l.points {
			box = box.Union(image.Rect(int(p.x)-1, int(p.y)-1, int(p.x)+2, int(p.y)+2))
		}
	}
	return box
}

// stroke draws each straight piece of lines as an area, and a disc where pieces meet.
func (r *raster) stroke(path []line, with look) {
	c, _ := with.color("stroke", "none")
	wide := with.number("stroke-width", 1)
	var area []line
	for _, l := range dashed(path, with.dashes()) {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		for i := 1; i < len(points); i++ {
			area = append(area, thick(points[i-1], points[i], wide))
			if i+1 < len(points) || l.closed {
				area = append(area, circle(points[i].x, points[i].y, wide/2)...)
			}
		}
	}
	r.paint(area, c)
}

// thick is a straight line of a width, which turns as circles do.
func thick(a, b point, wide float64) line {
	long := math.Hypot(b.x-a.x, b.y-a.y)
	if long == 0 {
		return line{}
	}
	dx, dy := (b.y-a.y)/long*wide/2, -(b.x-a.x)/long*wide/2
	return line{[]point{{a.x + dx, a.y + dy}, {b.x + dx, b.y + dy}, {b.x - dx, b.y - dy}, {a.x - dx, a.y - dy}}, true}
}

func (r *raster) text(at point, anchor, text string, with look) {
	f, size := with.face(), with.number("font-size", 12)
	at = f.begin(at, anchor, text, size)
	if halo, ok := with.color("stroke", "none"); ok {
		by := with.number("stroke-width", 1) / 2
		for k := range 8 {
			sin, cos := math.Sincos(math.Pi / 4 * float64(k))
			r.write(point{at.x + by*cos, at.y + by*sin}, text, f, size, halo)
		}
	}
	c, _ := with.color("fill", "#000000")
	r.write(at, text, f, size, c)
}

func (r *raster) write(at point, text string, f face, size float64, c color.NRGBA) {
	d := font.Drawer{Dst: r.image, Src: image.NewUniform(c), Face: r.face(f, size),
		Dot: fixed.Point26_6{X: fixed.Int26_6(at.x * r.scale * 64), Y: fixed.Int26_6(at.y * r.scale * 64)}}
	d.DrawString(text)
}

// face is a face in a size; each is made once.
func (r *raster) face(f face, size float64) font.Face {
	if r.faces[f] == nil {
		r.faces[f] = map[float64]font.Face{}
	}
	if r.faces[f][size] == nil {
		made, err := opentype.NewFace(fonts()[f], &opentype.FaceOptions{Size: size * r.scale, DPI: 72})
		if err != nil {
			panic(err) // it fails never
		}
		r.faces[f][size] = made
	}
	return r.faces[f][size]
}
