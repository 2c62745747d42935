package text

import (
	"fmt"
	"slices"
	"strings"
)

// DidYouMean asks at the end of a sentence whether the nearest of several words was meant (Nearest); it
// is "" when none is near.
func DidYouMean(typed string, words []string) string {
	best := Nearest(typed, words)
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// Meant is DidYouMean within a sentence.
func Meant(typed string, words []string) string {
	if best := Nearest(typed, words); best != "" {
		return fmt.Sprintf(", did you mean %s?", best)
	}
	return ""
}

// Nearest returns the word with the fewest letters to change or, if none is near, the first that
// begins with what was typed; "" if there is none.
func Nearest(typed string, words []string) string {
	typed = strings.ToLower(typed)
	best, least := "", max(1, len(typed)/2)+1
	for _, w := range words {
		lower := strings.ToLower(w)
		if d := distance(typed, lower); d < least {
			best, least = w, d
		}
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, typed) }); i >= 0 && best == "" &&
		typed != "" {
		best = words[i]
	}
	return best
}

// distance returns how many letters to insert, delete or change, or neighbours to exchange, to get
// a word from what was typed. The task before the name of a thread may be left out.
func distance(typed, word string) int {
	d := edits(typed, word)
	if i := strings.LastIndexByte(word, '.'); i >= 0 {
		d = min(d, edits(typed, word[i+1:]))
	}
	return d
}

// edits returns how many letters to insert, delete or change, or neighbours to exchange, to get b
// from a.
func edits(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
