package text

import "fmt"

// Counted is a number with a word, in the plural unless it is one.
func Counted(n int, word string) string { return Plural(n, word, word+"s") }

// Plural is a number with what is said of one, or of any other number.
func Plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
