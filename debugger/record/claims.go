package record

import (
	"encoding/binary"
	"slices"
)

// ClaimFlags are what the command line calls the kinds of claims. A recording has claims of no other kind, because
// they are shown to people as words of a command.
var ClaimFlags = []string{"--always", "--never", "--finally", "--no-state", "--linearizable"}

func appendClaims(b []byte, words []string) []byte {
	if len(words) == 0 {
		return b
	}
	b = binary.AppendUvarint(b, uint64(len(words)))
	for _, word := range words {
		b = appendText(b, word)
	}
	return b
}

// readClaims reads what appendClaims has written.
func readClaims(r *reader, flags uint64) (words []string) {
	if flags&flagClaims == 0 {
		return nil
	}
	for i := range r.count() {
		words = append(words, r.text())
		if i%2 == 0 && !slices.Contains(ClaimFlags, words[i]) {
			r.fail()
			return nil
		}
	}
	if len(words) == 0 || len(words)%2 != 0 {
		r.fail()
	}
	return words
}
