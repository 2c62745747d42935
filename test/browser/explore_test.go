package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestExplore explores a program from the page: what was seen is drawn, and the failing run can be opened.
func TestExplore(t *testing.T) {
	p := open(t, serve(t, "bank", "--seed", "9"))
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("explore"); await m.app.refresh(); return true })`)
	p.await(`document.querySelector("#w-explore select").value === "bank"`)
	p.do(chromedp.SetValue(`#w-explore select`, "philosophers"),
		chromedp.SetValue(`#w-explore input[type=text]`, "n=3 meals=1 think=0"),
		chromedp.Click(`#w-explore button[type=submit]`))
	p.await(`document.querySelector("#w-explore .verdict")?.textContent === "107 runs: 12 failed"`)
	if n := ask[int](p, `document.querySelectorAll("#w-explore polyline").length`); n != 3 {
		t.Errorf("%d lines are drawn", n)
	}
	axes := ask[string](p, `[...document.querySelectorAll("#w-explore svg text")].map(e => e.textContent).join(" | ")`)
	if want := "0 % | 50 % | 100 % | 0 | 50 | 107 runs"; axes != want {
		t.Errorf("the axes say %q, want %q", axes, want)
	}
	p.do(chromedp.Click(`#w-explore p button`))
	p.awaitAnew(drawn + ` && ` + where + `.includes("17")`)
}

// TestExploreWrongly asks for what no program has.
func TestExploreWrongly(t *testing.T) {
	p := open(t, serve(t, "bank", "--seed", "9"))
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("explore"); await m.app.refresh(); return true })`)
	p.await(`document.querySelector("#w-explore select").value === "bank"`)
	p.do(chromedp.SetValue(`#w-explore input[type=text]`, "tellerz=3"), chromedp.Click(`#w-explore button[type=submit]`))
	p.await(`document.querySelector("#w-explore [role=alert]")?.textContent.includes('no parameter "tellerz"')`)
}
