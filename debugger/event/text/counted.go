package text

import "fmt"

// Counted is a number with a word, in the plural unless it is one.
func Counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
