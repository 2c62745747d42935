package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestRecordings makes a run from the page, sees it opened in all tabs, opens another one, and deletes the first.
func TestRecordings(t *testing.T) {
	url := serve(t, "bank", "--seed", "9")
	p, other := open(t, url), open(t, url)
	p.await(drawn)
	other.await(drawn)
	const shown = `document.querySelector("#w-recordings tbody")?.textContent ?? ""`
	const first = `.machsim/philosophers-26.rec`
	show := func() {
		ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("recordings"); await m.app.refresh(); return true })`)
		p.await(`document.querySelector("#w-recordings option")`)
	}
	show()
	p.do(chromedp.SetValue(`#w-recordings select`, "philosophers"), chromedp.SetValue(`#w-recordings input`, "26"),
		chromedp.Click(`#w-recordings button[type=submit]`))
	for _, tab := range []*tab{p, other} {
		tab.awaitAnew(drawn + ` && ` + where + `.includes("92")`)
	}
	show()
	p.await(shown + `.includes("` + first + ` (open now)")`)
	p.do(chromedp.SetValue(`#w-recordings input`, "27"), chromedp.Click(`#w-recordings button[type=submit]`))
	p.awaitAnew(drawn + ` && !` + where + `.includes("event 92")`)
	show()
	p.await(shown + `.includes("philosophers-27.rec (open now)")`)
	p.do(chromedp.Click(`#w-recordings [title^="open ` + first + `"][title$="differs first"]`))
	p.await(`document.querySelectorAll("#w-compare .beside").length === 2`)
	if text := ask[string](p, `document.querySelector("#w-compare").textContent`); !strings.Contains(text, "DEADLOCK") {
		t.Errorf("side by side stands %s", text)
	}
	show()
	p.do(chromedp.Click(`#w-recordings [title^="delete `+first+`"]`), chromedp.Click(`#w-recordings [title^="delete `+first+`"]`))
	p.await(`!(` + shown + `).includes("` + first + `")`)
}
