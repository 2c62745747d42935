package record

import (
	"encoding/binary"
	"slices"
	"strings"
)

// ClaimKinds are the kinds of claims, each a flag of the command line. A recording has claims of no other kind, because
// they are shown to people as words of a command.
var ClaimKinds = []string{"always", "never", "finally", "no-state", "sometimes", "linearizable"}

// isClaim says whether a word is the flag of a kind of claims.
func isClaim(word string) bool {
	kind, flag := strings.CutPrefix(word, "--")
	return flag && slices.Contains(ClaimKinds, kind)
}

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
		if i%2 == 0 && !isClaim(words[i]) {
			r.fail()
			return nil
		}
	}
	if len(words) == 0 || len(words)%2 != 0 {
		r.fail()
	}
	return words
}
