package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxOffered is the number of names offered instead of an unknown one.
const MaxOffered = 3

// Offer offers the names nearest to what was typed; if none is near, it lists some. all is the
// plural of their sort, as "ports".
func Offer(typed string, names []string, all string) string {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	if some := nearest(typed, names); len(some) > 0 {
		return "did you mean " + Either(some) + "?"
	}
	switch n := len(names); {
	case n == 0:
		return "there are no " + all
	case n > 2*MaxOffered:
		return "the " + all + " are " + strings.Join(names[:2*MaxOffered], ", ") + " and others"
	}
	return "the " + all + " are " + strings.Join(names, ", ")
}

// nearest returns the names that differ in few letters, the nearest first.
func nearest(typed string, names []string) []string {
	typed = strings.ToLower(typed)
	limit := max(2, len(typed)/3)
	far := map[string]int{}
	var some []string
	for _, n := range names {
		if far[n] = distance(typed, strings.ToLower(n)); far[n] <= limit {
			some = append(some, n)
		}
	}
	slices.SortStableFunc(some, func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	for len(some) > 1 && far[some[len(some)-1]] >= 2*far[some[0]] {
		some = some[:len(some)-1] // much further than the first
	}
	return some[:min(len(some), MaxOffered)]
}

// Either joins words by commas and a last "or".
func Either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// maxListed is the number of names that a sentence lists.
const maxListed = 6

// List joins words by commas and a last "and"; of many, the first few and how many more there are.
func List(words []string) string {
	if len(words) > maxListed {
		words = append(slices.Clone(words[:maxListed]), fmt.Sprintf("%d more", len(words)-maxListed))
	}
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " and " + words[n]
	}
	return strings.Join(words, "")
}

// Near asks whether another name was meant or, if none is near, lists those that there are; none says that there are
// none.
func Near(typed string, names []string, none string) string {
	switch {
	case len(names) == 0:
		return "; " + none
	case typed != "" && Nearest(typed, names) != "":
		return DidYouMean(typed, names)
	}
	return "; there are " + List(names)
}
