package diagram

import "strings"

// Sizes of the types, in pixels, as the style has them.
const (
	titleSize = 17
	textSize  = 12
	nameSize  = 11.5
	taskSize  = 11
	againSize = 10.5
	letter    = 5.8 // width of a letter of the small fixed type
)

// Letters that are narrower or wider than most.
const (
	thinLetters = "ijlIftr.,:;'|!()[]-/ "
	fatLetters  = "mwMW@%"
)

// Widths of letters, as parts of the size: those of a wide face, so that others fit too.
const (
	thin   = 0.41
	common = 0.64
	fat    = 0.98
	heavy  = 1.12 // times as wide, in bold
)

// span returns the width of a text in the proportional type, as a wide face has it; in other faces
// the text is narrower.
func span(text string, size float64) float64 {
	wide := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune(thinLetters, r):
			wide += thin
		case strings.ContainsRune(fatLetters, r):
			wide += fat
		default:
			wide += common
		}
	}
	return wide * size
}

func boldSpan(text string, size float64) float64 { return heavy * span(text, size) }

// fitted shortens a text until it fits a width.
func fitted(text string, wide, size float64, measure func(string, float64) float64) string {
	for n := len([]rune(text)); n > 0; n-- {
		if s := clip(text, n); measure(s, size) <= wide {
			return s
		}
	}
	return ""
}

// broken splits a name into two lines if it is too long for one: after a dot, dash or underline
// where both lines fit best.
func broken(name string, wide float64) []string {
	if boldSpan(name, nameSize) <= wide {
		return []string{name}
	}
	best, cut := boldSpan(name, nameSize), len(name)
	for i, r := range name {
		if !strings.ContainsRune(".-_", r) || i+1 == len(name) {
			continue
		}
		if w := max(boldSpan(name[:i+1], nameSize), boldSpan(name[i+1:], nameSize)); w < best {
			best, cut = w, i+1
		}
	}
	lines := []string{fitted(name[:cut], wide, nameSize, boldSpan)}
	if cut < len(name) {
		lines = append(lines, fitted(name[cut:], wide, nameSize, boldSpan))
	}
	return lines
}
