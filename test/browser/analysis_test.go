package browser_test

import (
	"strings"
	"testing"
)

// TestAnalysis shows what is found in the source of the program: the picture and the sentences. A click on a call, or
// on a line that a sentence names, shows it in the source.
func TestAnalysis(t *testing.T) {
	p := open(t, serveIn(t, t.TempDir(), "rendezvous", "--seed", "1"))
	p.await(drawn)
	p.window("analysis")
	p.await(`document.querySelector("#w-analysis svg")`)
	said := ask[string](p, `document.querySelector("#w-analysis").textContent`)
	if want := "before rendezvous.go:61 (answer total) bar knows what p1, p2, p3 show"; !strings.Contains(said, want) {
		t.Errorf("the window does not say %q: %q", want, said)
	}
	p.window("source")
	for _, x := range []struct{ from, line string }{
		{`rect[aria-label="rendezvous.go:91"]`, "rendezvous.go:91"}, {"button.link", "rendezvous.go:58"}} {
		ask[bool](p, `document.querySelector('#w-analysis `+x.from+
			`').dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
		p.await(`document.querySelector("#w-source .file").textContent === "` + x.line + `"`)
	}
}
