package breakpoint

import (
	"cmp"
	"slices"
	"strings"

	"machsim/debugger/text"
)

// maxNear is how many names are offered.
const maxNear = 3

// didYouMean offers the names nearest to what was typed; if none is near, it lists some.
// What they are is said by all, as "ports".
func didYouMean(typed string, names []string, all string) string {
	names = distinct(names)
	if some := near(typed, names); len(some) > 0 {
		return "did you mean " + either(some) + "?"
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

// near returns the names that differ in few letters, the nearest first.
func near(typed string, names []string) []string {
	typed = strings.ToLower(typed)
	limit := max(2, len(typed)/3)
	far := map[string]int{}
	var some []string
	for _, n := range names {
		if far[n] = text.Distance(typed, strings.ToLower(n)); far[n] <= limit {
			some = append(some, n)
		}
	}
	slices.SortStableFunc(some, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	for len(some) > 1 && far[some[len(some)-1]] >= 2*far[some[0]] {
		some = some[:len(some)-1] // much further than the first
	}
	return some[:min(len(some), maxNear)]
}

// either joins words by commas and a last "or".
func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}
