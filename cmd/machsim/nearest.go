package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// didYouMean names the nearest of several words, if one is near, or else the first
// that begins so.
func didYouMean(typed string, words []string) string {
	typed = strings.ToLower(typed)
	best, least := "", max(2, len(typed)/2)+1
	for _, w := range words {
		if d := distance(typed, w); d < least {
			best, least = w, d
		}
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, typed) }); i >= 0 && best == "" && typed != "" {
		best = words[i]
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %s?", best)
}

// distance is how many letters have to be put in, taken out or changed to make b
// of a.
func distance(a, b string) int {
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

// flagNames returns the flags of a command, in order.
func flagNames(c *cobra.Command) []string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	slices.Sort(names)
	return names
}
