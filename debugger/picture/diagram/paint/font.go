package paint

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is one of the Go fonts.
type face int

const (
	regular face = iota
	bold1
	mono1
	monoBold
	numFaces
)

// files are the font files of the faces, as TrueType.
var files = [numFaces][]byte{goregular.TTF, gobold.TTF, gomono.TTF, gomonobold.TTF}

// fonts are the faces, parsed when the first text is written.
var fonts = sync.OnceValue(func() (all [numFaces]*sfnt.Font) {
	for i, text := range files {
		f, err := sfnt.Parse(text)
		if err != nil {
			panic(err) // they come with the library
		}
		all[i] = f
	}
	return all
})

// unit is the size in which letters are measured: a thousandth is what PDF counts in.
const unit = 1000

// glyph is the number and the width of a letter, in thousandths of the size.
func (f face) glyph(r rune) (sfnt.GlyphIndex, int) {
	var b sfnt.Buffer
	g, _ := fonts()[f].GlyphIndex(&b, r)
	wide, err := fonts()[f].GlyphAdvance(&b, g, fixed.I(unit), font.HintingNone)
	if err != nil {
		return 0, 0
	}
	return g, wide.Round()
}

// known is a letter if the face has it, and else the sign that stands for what cannot be shown: the library that writes
// documents takes no letters beyond those of fonts.
func (f face) known(r rune) rune {
	if g, _ := f.glyph(r); g == 0 {
		return '\uFFFD'
	}
	return r
}

// width is how wide a text is in a size.
func (f face) width(text string, size float64) float64 {
	sum := 0
	for _, r := range text {
		_, wide := f.glyph(r)
		sum += wide
	}
	return float64(sum) * size / unit
}

// begin is where a text begins that begins, ends or has its middle at a point.
func (f face) begin(at point, anchor, text string, size float64) point {
	switch anchor {
	case "end":
		at.x -= f.width(text, size)
	case "middle":
		at.x -= f.width(text, size) / 2
	}
	return at
}
