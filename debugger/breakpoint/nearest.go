package breakpoint

import (
	"cmp"
	"slices"
	"strings"
)

// maxNear is how many names are offered.
const maxNear = 3

// didYouMean offers the names nearest to what was typed; if none is near, it lists some.
// What they are is said by all, as "ports".
func didYouMean(typed string, names []string, all string) string {
	names = distinct(names)
	if near := nearest(typed, names); len(near) > 0 {
		return "did you mean " + either(near) + "?"
	}
	switch n := len(names); {
	case n == 0:
		return "there are no " + all
	case n > 2*maxNear:
		return "the " + all + " are " + strings.Join(names[:2*maxNear], ", ") + " and others"
	}
	return "the " + all + " are " + strings.Join(names, ", ")
}

func distinct(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// nearest returns the names that differ in few letters, the nearest first.
func nearest(typed string, names []string) []string {
	typed = strings.ToLower(typed)
	limit := max(2, len(typed)/3)
	far := map[string]int{}
	var near []string
	for _, n := range names {
		if far[n] = distance(typed, n); far[n] <= limit {
			near = append(near, n)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	return near[:min(len(near), maxNear)]
}

// distance is how many letters have to be put in, taken out or changed to make b of a;
// the case does not count, nor does a task before the name of its thread.
func distance(a, b string) int {
	b = strings.ToLower(b)
	d := edits(a, b)
	if _, last, ok := strings.Cut(b, "."); ok {
		d = min(d, edits(a, last))
	}
	return d
}

func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// either joins words by commas and a last "or".
func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
