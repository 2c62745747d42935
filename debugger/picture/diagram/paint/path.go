package paint

import (
	"math"
	"strconv"
	"strings"
)

type point struct{ x, y float64 }

// line is a line of straight pieces.
type line struct {
	points []point
	closed bool
}

// bends is how many straight pieces a curve is drawn with.
const bends = 16

// pen reads the commands of a path.
type pen struct {
	lines []line
	at    point
	words []string
}

// lines reads a path: the commands M, L, H, V, C, l, h, v, a for half circles, and z.
func lines(d string) []line {
	p := pen{words: pieces(d)}
	for len(p.words) > 0 {
		p.command()
	}
	return p.lines
}

// pieces splits a path into commands and numbers.
func pieces(d string) (words []string) {
	for len(d) > 0 {
		n := strings.IndexFunc(d, func(r rune) bool { return r == ' ' || r == ',' || isCommand(r) })
		switch {
		case n < 0:
			return append(words, d)
		case n > 0:
			words = append(words, d[:n])
		}
		if isCommand(rune(d[n])) {
			words = append(words, d[n:n+1])
		}
		d = d[n+1:]
	}
	return words
}

func isCommand(r rune) bool { return strings.ContainsRune("MLHVCZlhvaz", r) }

func (p *pen) number() float64 {
	if len(p.words) == 0 {
		return 0
	}
	n, _ := strconv.ParseFloat(p.words[0], 64)
	p.words = p.words[1:]
	return n
}

func (p *pen) point() point { return point{p.number(), p.number()} }

func (p *pen) to(at point) {
	last := &p.lines[len(p.lines)-1]
	last.points = append(last.points, at)
	p.at = at
}

// command obeys a command as often as there are numbers for it.
func (p *pen) command() {
	c := p.words[0]
	p.words = p.words[1:]
	for first := true; first || len(p.words) > 0 && !isCommand(rune(p.words[0][0])); first = false {
		p.obey(c)
		if c == "M" {
			c = "L"
		}
	}
}

func (p *pen) obey(c string) {
	switch c {
	case "M":
		p.at = p.point()
		p.lines = append(p.lines, line{points: []point{p.at}})
	case "L":
		p.to(p.point())
	case "H":
		p.to(point{p.number(), p.at.y})
	case "V":
		p.to(point{p.at.x, p.number()})
	case "C":
		p.curve(p.point(), p.point(), p.point())
	case "l":
		by := p.point()
		p.to(point{p.at.x + by.x, p.at.y + by.y})
	case "h":
		p.to(point{p.at.x + p.number(), p.at.y})
	case "v":
		p.to(point{p.at.x, p.at.y + p.number()})
	case "a":
		p.half()
	case "z", "Z":
		p.lines[len(p.lines)-1].closed = true
	}
}

func (p *pen) curve(b, c, d point) {
	a := p.at
	for i := 1; i <= bends; i++ {
		t := float64(i) / bends
		u := 1 - t
		at := func(a, b, c, d float64) float64 { return u*u*u*a + 3*u*u*t*b + 3*u*t*t*c + t*t*t*d }
		p.to(point{at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)})
	}
}

// half draws half a circle, whose ends are a diameter from each other, below it on the way to the right.
func (p *pen) half() {
	for range 5 { // its radii and flags follow from that
		p.number()
	}
	by := p.point()
	middle := point{p.at.x + by.x/2, p.at.y + by.y/2}
	radius, begin := math.Hypot(by.x, by.y)/2, math.Atan2(-by.y, -by.x)
	for i := 1; i <= bends; i++ {
		angle := begin - math.Pi*float64(i)/bends
		p.to(point{middle.x + radius*math.Cos(angle), middle.y + radius*math.Sin(angle)})
	}
}

// circle is a circle as a line.
func circle(x, y, r float64) []line {
	l := line{closed: true}
	for i := range 2 * bends {
		angle := math.Pi * float64(i) / bends
		l.points = append(l.points, point{x + r*math.Cos(angle), y + r*math.Sin(angle)})
	}
	return []line{l}
}

// rectangle is a rectangle with rounded corners.
func rectangle(x, y, wide, high, r float64) []line {
	l := line{closed: true}
	left, right, top, bottom := x+r, x+wide-r, y+r, y+high-r
	for i, corner := range []point{{right, bottom}, {left, bottom}, {left, top}, {right, top}} {
		for k := range 5 {
			angle := math.Pi/2*float64(i) + math.Pi/8*float64(k)
			l.points = append(l.points, point{corner.x + r*math.Cos(angle), corner.y + r*math.Sin(angle)})
		}
	}
	return []line{l}
}

// moved are lines, each point of which is put elsewhere.
func moved(all []line, to func(point) point) []line {
	var out []line
	for _, l := range all {
		m := line{closed: l.closed}
		for _, p := range l.points {
			m.points = append(m.points, to(p))
		}
		out = append(out, m)
	}
	return out
}

// dashed are the pieces of lines that are drawn.
func dashed(all []line, lengths []float64) (out []line) {
	if len(lengths) == 0 {
		return all
	}
	for _, l := range all {
		out = append(out, l.dashes(lengths)...)
	}
	return out
}

// dashes cuts a line into its dashes.
func (l line) dashes(lengths []float64) (out []line) {
	if len(lengths)%2 == 1 {
		lengths = append(lengths, lengths...)
	}
	n, left := 0, lengths[0]
	piece := line{points: l.points[:1:1]}
	for i := 1; i < len(l.points); i++ {
		from, to := l.points[i-1], l.points[i]
		for long := math.Hypot(to.x-from.x, to.y-from.y); long > 0; {
			step := min(long, left)
			from = point{from.x + (to.x-from.x)*step/long, from.y + (to.y-from.y)*step/long}
			piece.points = append(piece.points, from)
			long, left = long-step, left-step
			if left == 0 {
				if n%2 == 0 {
					out = append(out, piece)
				}
				n = (n + 1) % len(lengths)
				left, piece = lengths[n], line{points: []point{from}}
			}
		}
	}
	if n%2 == 0 {
		out = append(out, piece)
	}
	return out
}
