package diagram

import (
	"os"
	"strings"
	"testing"
)

// TestKindsOnPage sees that the page draws each kind of event in a way of its own, and none as one that it does not
// know.
func TestKindsOnPage(t *testing.T) {
	ink, err := os.ReadFile("../../face/web/page/js/diagram/ink.js")
	if err != nil {
		t.Fatal(err)
	}
	for kind := range numKinds {
		if kind != Mail && !strings.Contains(string(ink), " "+kind.String()+": [") {
			t.Errorf("the page has no mark for the kind %s", kind)
		}
	}
}
