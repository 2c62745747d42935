package text

import "strings"

// foldIndent is the indentation of the second and later pieces of a folded line.
const foldIndent = "      "

// Fold breaks a line at spaces so that no piece is longer than width, if possible. Escape
// sequences of colours do not count.
func Fold(line string, width int) string {
	if width <= len(foldIndent) || visible(line) <= width {
		return line
	}
	var b strings.Builder
	column := 0
	for i, word := range strings.SplitAfter(line, " ") {
		n := visible(strings.TrimRight(word, " "))
		if i > 0 && column+n > width && column > len(foldIndent) {
			b.WriteString("\n" + foldIndent)
			column = len(foldIndent)
		}
		b.WriteString(word)
		column += visible(word)
	}
	return b.String()
}

// visible returns the number of columns of a text.
func visible(s string) int {
	n, escape := 0, false
	for _, r := range s {
		switch {
		case r == 0x1b:
			escape = true
		case escape:
			escape = r != 'm'
		default:
			n++
		}
	}
	return n
}

// FoldLines folds each of several lines.
func FoldLines(lines string, width int) string {
	if width == 0 {
		return lines
	}
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(Fold(strings.TrimSuffix(line, "\n"), width) + "\n")
	}
	return b.String()
}
