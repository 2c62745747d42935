package scaffold

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// taken are names that the package cannot have.
var taken = []string{
	"main", "kernel", "ipc", "netname", "simtest", "testing", "init", "len", "range", "office", "client", "buy",
	"internal", "vendor", "testdata",
}

// plain maps letters with marks to plain letters.
var plain = map[rune]string{}

func init() {
	for letters, s := range map[string]string{
		"àáâãåāăą": "a", "äæ": "ae", "çćĉċč": "c", "ďđð": "d", "èéêëēĕėęě": "e", "ĝğġģ": "g", "ĥħ": "h", "ìíîïĩīĭįı": "i",
		"ĵ": "j", "ķ": "k", "ĺļľŀł": "l", "ñńņňŋ": "n", "òóôõøōŏő": "o", "öœ": "oe", "ŕŗř": "r", "śŝşšș": "s", "ß": "ss",
		"ţťŧț": "t", "þ": "th", "ùúûũūŭůűų": "u", "ü": "ue", "ŵ": "w", "ýÿŷ": "y", "źżž": "z",
	} {
		for _, r := range letters {
			plain[r] = s
		}
	}
}

// Name makes a name for module, package and program from that of a directory: in small letters without
// marks, and without characters that a Go package cannot have in its name. The error says why there is
// none.
func Name(dir string) (string, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		whole = dir
	}
	base := filepath.Base(whole)
	var b strings.Builder
	for _, r := range strings.ToLower(base) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case plain[r] != "":
			b.WriteString(plain[r])
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return "", unnamed(base, "has letters that are not of the Latin alphabet")
		}
	}
	return b.String(), Check(b.String(), base)
}

// Check returns an error if a package cannot have this name. of is the name that it was made from.
func Check(name, of string) error {
	switch {
	case name == "":
		return unnamed(of, "has no letters")
	case name[0] >= '0' && name[0] <= '9':
		return unnamed(of, "begins with a digit")
	case token.IsKeyword(name):
		return unnamed(of, "is a word of Go's own")
	case strings.ContainsFunc(name, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }):
		return unnamed(of, "has something else than small letters and digits")
	case slices.Contains(taken, name):
		return unnamed(of, "is a name that the package uses, or that Go keeps for something else")
	}
	return nil
}

func unnamed(of, why string) error {
	return fmt.Errorf("no package can be called after %q, which %s; say what it is called: machsim new --name lab DIR",
		of, why)
}
