package browser_test

import (
	"strings"
	"testing"
)

// TestCause finds the cause of a deadlock, looks at its curve, goes to the event from which on it was certain, and
// opens the run that ends well beside it.
func TestCause(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(settled)
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("cause"); await m.app.refresh();
		document.querySelector("#w-cause input").value = 20; document.querySelector("#w-cause button").click(); return true })`)
	const curve = `document.querySelector("#w-cause svg.curve")`
	p.await(curve)
	label := ask[string](p, curve+`.getAttribute("aria-label")`)
	if !strings.Contains(label, "100 % after event 90") {
		t.Errorf("the curve is named %q", label)
	}
	if axes := ask[string](p, `[...`+curve+`.querySelectorAll("text")].map(e => e.textContent).join(" | ")`); axes != "0 % | 50 % | 100 % | 0 | 92" {
		t.Errorf("the axes of the curve say %q", axes)
	}
	ask[bool](p, `(document.querySelector("#w-cause button.link").click(), true)`)
	p.await(lanes + `.app.state.position === "90"`)
	ask[bool](p, `([...document.querySelectorAll("#w-cause button")].find(b => b.textContent === "side by side").click(), true)`)
	p.await(`document.querySelectorAll("#w-compare .beside").length === 2`)
	beside := ask[string](p, `document.querySelector("#w-compare .two").textContent`)
	for _, want := range []string{"DEADLOCK", "OK", "table.hume  mutex_lock fork3", "table.kant  mutex_lock fork3"} {
		if !strings.Contains(beside, want) {
			t.Errorf("side by side stands %q, without %q", beside, want)
		}
	}
}
