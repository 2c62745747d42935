package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestOrigin asks where a value comes from: its sources are marked in the strip above the lanes, and stay while one
// walks from mark to mark, to where the bank has read what was stale.
func TestOrigin(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9")))
	p.await(settled)
	ask[bool](p, `import("./js/main.js").then(m => { m.app.show("origin"); return true })`)
	p.await(`document.querySelector("#w-origin input")`)
	ask[bool](p, `(i => { i.value = "account[0] --depth 16"; i.form.requestSubmit(); return true })(
		document.querySelector("#w-origin input"))`)
	const rows = `document.querySelectorAll("#w-origin tbody tr").length`
	p.await(rows + ` === 18`)
	p.await(lanes + `.overview.marks.some(m => m.kind === "row" && m.events.includes(219))`)
	walk := func(text, position string) {
		ask[bool](p, `[...document.querySelectorAll("#w-origin button")].find(b => b.textContent === "`+text+`").click() || true`)
		p.await(lanes + `.app.state.position === "` + position + `"`)
	}
	walk("next mark", "281@bank.1:191")
	walk("next mark", "281@bank.1:190")
	walk("previous mark", "281@bank.1:191")
	if n := ask[int](p, rows); n != 18 {
		t.Errorf("%d rows are left", n)
	}
	p.do(chromedp.Click(`#w-origin tbody tr:nth-child(16) .link`))
	p.await(lanes + `.app.state.position === "219@bank.1:137"`)
}
