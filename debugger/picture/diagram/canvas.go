package diagram

import "strings"

// Directions in which the lines in a cell go.
const (
	up uint8 = 1 << iota
	down
	left
	right
)

// cell is a character of the drawing. Earlier fields are drawn above later ones.
type cell struct {
	mark  rune  // an event, an arrowhead, a figure
	ink   ink   // of the mark
	cut   uint8 // the position's line
	arrow uint8
	light bool  // the arrow is not a message's
	life  uint8 // of a lane: 1 it runs, 2 it waits
	edit  bool  // the line across the lanes of a change made at the debugger
}

// canvas is the part of the text that shows lanes and arrows.
type canvas struct {
	width int
	cells []cell
	plain bool // ASCII only
	inks  bool // in colour
}

func newCanvas(width, height int, s Screen) *canvas {
	return &canvas{width, make([]cell, width*height), s.ASCII, s.Colour}
}

func (c *canvas) at(x, y int) *cell { return &c.cells[y*c.width+x] }

// put puts a mark into a cell.
func (c *canvas) put(x, y int, mark rune, ink ink) {
	p := c.at(x, y)
	p.mark, p.ink = mark, ink
}

// draw adds to the lines of an arrow in a cell.
func (c *canvas) draw(x, y int, dirs uint8, light bool) {
	p := c.at(x, y)
	if p.arrow == 0 {
		p.light = light
	}
	p.light = p.light && light
	p.arrow |= dirs
}

// free says whether no arrow goes up or down at x between two rows.
func (c *canvas) free(x, from, to int) bool {
	for y := from; y <= to; y++ {
		if c.at(x, y).arrow&(up|down) != 0 {
			return false
		}
	}
	return true
}

// line formats a row of the canvas.
func (c *canvas) line(y int) string {
	var b strings.Builder
	for x := 0; x < c.width; {
		from, ink := x, c.at(x, y).shown()
		for x < c.width && c.at(x, y).shown() == ink {
			x++
		}
		b.WriteString(c.inked(c.runes(from, x, y), ink))
	}
	return b.String()
}

func (c *canvas) runes(from, to, y int) string {
	var b strings.Builder
	for x := from; x < to; x++ {
		b.WriteRune(c.rune(c.at(x, y)))
	}
	return b.String()
}

// Lines by the directions in which they go, in the order of the bits: none, up, down, up and down, left ...
var (
	solid  = []rune("   │ ╯╮┤ ╰╭├─┴┬┼")
	dashed = []rune("   ╎ ╯╮┤ ╰╭├╌┴┬┼")
	double = []rune("   ║ ╝╗╣ ╚╔╠═╩╦╬")
	crude  = []rune("   | ++| ++|-+++")
	dotted = []rune("   : ++: ++:.+++")
	thick  = []rune("   # ### ###=###")
	lives  = []rune(" │┊")
	crudes = []rune(" |:")
)

// across returns the character for the line of an edit.
func (c *canvas) across() rune {
	if c.plain {
		return '~'
	}
	return '┄'
}

func (c *canvas) rune(p *cell) rune {
	lines, light, cut, life := solid, dashed, double, lives
	if c.plain {
		lines, light, cut, life = crude, dotted, thick, crudes
	}
	dirs := p.arrow
	switch {
	case p.mark != 0:
		return p.mark
	case p.cut == left|right && !c.plain && (p.life != 0 || dirs&(up|down) != 0):
		return '╪'
	case p.cut != 0:
		return cut[p.cut]
	case dirs == 0 && p.life == 0 && p.edit:
		return c.across()
	case dirs == 0:
		return life[p.life]
	case p.life != 0:
		dirs |= up | down
	}
	if p.light {
		lines = light
	}
	return lines[dirs]
}
