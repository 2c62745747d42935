package text

import (
	"fmt"
	"strings"
)

// Counted is a number with a word, in the plural unless it is one.
func Counted(n int, word string) string { return Plural(n, word, word+"s") }

// Plural is a number with what is said of one, or of any other number.
func Plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// Each is what is said, or made, of each of some, in order; nil of none.
func Each[T, U any](all []T, of func(T) U) []U {
	if len(all) == 0 {
		return nil
	}
	each := make([]U, len(all))
	for i, x := range all {
		each[i] = of(x)
	}
	return each
}

// Those are the ones of some that are so, in order; nil of none.
func Those[S ~[]T, T any](all S, so func(T) bool) (some S) {
	for _, x := range all {
		if so(x) {
			some = append(some, x)
		}
	}
	return some
}

// Few is a list in a sentence: the first few, and how many more there are.
func Few(all []string) string {
	const most = 6
	if len(all) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most], ", "), len(all)-most)
	}
	return strings.Join(all, ", ")
}
