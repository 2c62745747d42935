package browser_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// overlapping finds the texts of a picture that overlap another one, or leave the picture, as they are drawn with
// the faces that there are. Halos are no part of a text's box, and neighbours may touch.
const overlapping = `(() => {
	const all = [...document.querySelectorAll("text")].map(e => ({text: e.textContent, box: e.getBoundingClientRect()}))
	const wide = document.documentElement.getBoundingClientRect().width
	const meet = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom
	return all.flatMap((a, i) => a.box.left < 0 || a.box.right > wide ? [a.text + " leaves the picture"] :
		all.slice(i + 1).filter(b => meet(a.box, b.box)).map(b => a.text + " overlaps " + b.text))
})()`

// TestDiagramDrawn opens diagrams of runs as a browser draws them.
func TestDiagramDrawn(t *testing.T) {
	for _, program := range []string{"philosophers", "bank", "hello"} {
		file := filepath.Join(t.TempDir(), program+".svg")
		rec := record(t, program, "--seed", "7")
		if out, err := exec.Command(machsim, "diagram", rec, "-o", file).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		p := open(t, "file://"+file)
		for _, text := range ask[[]string](p, overlapping) {
			t.Errorf("%s: %s", program, text)
		}
	}
}
