package record

import "strings"

// Beside returns the name of the file for a run that was made of a recorded one: that of the recording with a word, so
// a.rec and "shrunk" make a-shrunk.rec. A name that ends with the word stays as it is.
func Beside(file, word string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, ".rec"), "-"+word) + "-" + word + ".rec"
}
