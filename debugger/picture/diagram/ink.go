package diagram

// ink is a colour on a terminal: the number of its escape sequence.
type ink string

const (
	none    ink = ""
	bold    ink = "1"
	faint   ink = "2"
	red     ink = "1;31"
	green   ink = "32"
	yellow  ink = "33"
	blue    ink = "34"
	magenta ink = "35"
	cyan    ink = "36"
)

// flowInk returns the colour of arrows.
func flowInk(light bool) ink {
	if light {
		return cyan
	}
	return blue
}

// shown returns the colour of the visible part of a cell.
func (p *cell) shown() ink {
	switch {
	case p.mark != 0:
		return p.ink
	case p.cut != 0:
		return magenta
	case p.arrow != 0:
		return flowInk(p.light)
	case p.life == 0 && p.edit:
		return bold
	case p.life == 2:
		return faint
	}
	return none
}

// inked colours a text, if the canvas has colours.
func (c *canvas) inked(text string, i ink) string {
	if !c.inks || i == none || text == "" {
		return text
	}
	return "\x1b[" + string(i) + "m" + text + "\x1b[0m"
}
