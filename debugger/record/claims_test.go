package record

import (
	"slices"
	"testing"
)

// A header remembers claims; words that are none of a claim's flags, and half a claim, are damage.
func TestClaimsInHeader(t *testing.T) {
	for _, c := range []struct {
		words []string
		ok    bool
	}{
		{nil, true},
		{[]string{"--never", "x = 1"}, true},
		{[]string{"--always", "--output", "--linearizable", "map"}, true},
		{[]string{"--output", "/etc/passwd"}, false},
		{[]string{"--never"}, false},
	} {
		h := Header{Program: "lab", MaxSteps: 9, StepTime: 10, Claims: c.words}
		got, ok := readHeader(h.append(nil))
		if ok != c.ok || ok && !slices.Equal(got.Claims, c.words) {
			t.Errorf("%q: %q, %v", c.words, got.Claims, ok)
		}
	}
}
