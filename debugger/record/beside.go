package record

import "strings"

// CapsuleEnd is how names of files end that have a recording with its program.
const CapsuleEnd = ".capsule"

// Beside returns the name of the file for a run that was made of a recorded one: that of the recording with a word, so
// a.rec and "shrunk" make a-shrunk.rec, and a.capsule makes a-shrunk.capsule. A name that ends with the word stays as
// it is.
func Beside(file, word string) string {
	end := ".rec"
	if strings.HasSuffix(file, CapsuleEnd) {
		end = CapsuleEnd
	}
	return strings.TrimSuffix(strings.TrimSuffix(file, end), "-"+word) + "-" + word + end
}
