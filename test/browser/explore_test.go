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
	ask[bool](p, `import("./js/main.js").then(m => (m.app.client.on("exploring", () => { window.told = true }), true))`)
	p.do(chromedp.SetValue(`#w-explore select`, "philosophers"),
		chromedp.SetValue(`#w-explore input[type=text]`, "n=3 meals=1 think=0"),
		chromedp.Click(`#w-explore button[type=submit]`))
	p.await(`document.querySelector("#w-explore .verdict")?.textContent === "107 runs: 24 failed"`)
	if !ask[bool](p, `window.told`) {
		t.Error("the page was not told how far the search was")
	}
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

// claim makes a claim in a window.
func (p *tab) claim(window, kind, text string) {
	p.t.Helper()
	form := `#w-` + window + ` form.fields`
	ask[bool](p, `([...document.querySelectorAll("`+form+` button")].find(b => b.textContent === "claim …").click(), true)`)
	line := form + ` .claiming > :last-child`
	p.do(chromedp.SetValue(line+` select`, kind), chromedp.SetValue(line+` input`, text))
}

// TestExploreClaims holds runs against claims: a mistake in one is shown with its place, what was held against one
// order of events is no proof, and the run that breaks a claim opens with it.
func TestExploreClaims(t *testing.T) {
	p := open(t, serve(t, "philosophers", "--seed", "7", "--n", "2", "--meals", "1", "--think", "0"))
	p.await(drawn)
	const said = `document.querySelector("#w-explore > div[aria-live]").textContent`
	const explore = `#w-explore button[type=submit]`
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("explore"); await m.app.refresh(); return true })`)
	p.await(`document.querySelector("#w-explore input[type=text]").value.includes("meals=1")`)
	p.claim("explore", "always", "table.eaten = ")
	p.do(chromedp.Click(explore))
	p.await(`document.querySelector("#w-explore [role=alert] pre.mistake")?.textContent.includes("^")`)
	p.do(chromedp.SetValue(`#w-explore select`, "philosophers-fixed"), chromedp.SetValue(`#w-explore .claiming input`, "every lock fork1 leads to unlock fork1"),
		chromedp.Click(explore))
	p.await(said + `.includes("not a proof: held against one order")`)
	ask[bool](p, `(document.querySelector("#w-explore .claiming .icon").click(), true)`)
	p.claim("explore", "never", "label eat")
	p.do(chromedp.Click(explore))
	p.await(said + `.includes("this was never to be: label eat")`)
	ask[bool](p, `(document.querySelector("#w-explore p button").click(), true)`)
	p.awaitAnew(drawn + ` && document.querySelector("#top .run").textContent.includes("CHECK FAILED")`)
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("explore"); await m.app.refresh(); return true })`)
	p.await(`document.querySelector("#w-explore .claiming input")?.value === "label eat"`)
}

// TestRecordClaim records a run that breaks a claim.
func TestRecordClaim(t *testing.T) {
	p := open(t, serve(t, "philosophers", "--seed", "7"))
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("recordings"); await m.app.refresh(); return true })`)
	p.await(`document.querySelector("#w-recordings tbody")`)
	p.claim("recordings", "never", "label eat by")
	p.do(chromedp.Click(`#w-recordings button[type=submit]`))
	p.await(`document.querySelector("#w-recordings [role=alert] pre.mistake")?.textContent.includes("^")`)
	p.do(chromedp.SetValue(`#w-recordings .claiming input`, "label eat"), chromedp.Click(`#w-recordings button[type=submit]`))
	p.awaitAnew(drawn + ` && document.querySelector("#top .run").textContent.includes("this was never to be")`)
}
