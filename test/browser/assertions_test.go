package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAssertions types an assertion with a mistake, which is marked where it is, and one that is refuted: its verdict
// leads to a position, and it is there when the page comes again.
func TestAssertions(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(settled)
	const show = `import("./js/main.js").then(async m => { m.app.show("assertions"); await m.app.refresh(); return true })`
	ask[bool](p, show)
	p.do(chromedp.SendKeys(`#w-assertions input`, "always x = = 1\r"))
	p.await(`document.querySelector("#w-assertions .mistake")?.textContent.split("\n")[1].indexOf("^") === 11`)
	if at := ask[int](p, `document.querySelector("#w-assertions input").selectionStart`); at != 11 {
		t.Errorf("the cursor is behind character %d, and the mistake behind 11", at)
	}
	const text = "always blocked by kant"
	ask[bool](p, `document.querySelector("#w-assertions input").value = "", true`)
	p.do(chromedp.SendKeys(`#w-assertions input`, text+"\r"))
	const row = `document.querySelector("#w-assertions tbody tr")`
	p.await(row + `?.children[1].querySelector(".verdict.bad")`)
	p.await(row + `.children[2].querySelector(".verdict")`)
	ask[bool](p, row+`.children[1].querySelector("div .link").click(), true`)
	p.await(lanes + `.app.state.position !== "92"`)
	p.do(chromedp.Reload())
	p.await(settled)
	ask[bool](p, show)
	p.await(row + `?.children[1].querySelector(".verdict.bad")`)
	if got := ask[string](p, row+`.children[0].textContent`); got != text {
		t.Errorf("the page comes again with the assertion %q", got)
	}
}
