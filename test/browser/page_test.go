package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// drawn is true once the page has drawn a state.
const drawn = `performance.getEntriesByName("machsim-drawn").length > 0`

// where is what the page says about its position.
const where = `document.querySelector("#top .where").textContent`

// TestTwoTabs moves in one tab, and wants another to follow, and the way back to lead back.
func TestTwoTabs(t *testing.T) {
	url := serve(t, record(t, "philosophers", "--seed", "7"))
	one, other := open(t, url), open(t, url)
	one.await(drawn)
	other.await(drawn)
	end := ask[string](one, where)
	one.do(chromedp.Click(`[aria-label="to the start"]`))
	one.await(where + ` !== ` + quoted(end))
	start := ask[string](one, where)
	other.await(where + ` === ` + quoted(start))
	one.do(chromedp.NavigateBack())
	one.await(where + ` === ` + quoted(end))
	other.await(where + ` === ` + quoted(end))
	if of := ask[string](one, pageOfCall); of == "" || of == ask[string](other, pageOfCall) {
		t.Errorf("the calls of both pages are called %s.N: what one gives up may be the other's", of)
	}
}

// pageOfCall is what the calls of a page are called, but for their numbers.
const pageOfCall = `import("./js/main.js").then(async ({app}) => {
	const real = window.fetch
	let id
	window.fetch = (url, call) => (id = JSON.parse(call.body).id, real(url, call))
	await app.client.call("here").finally(() => { window.fetch = real })
	return String(id).split(".").slice(0, -1).join(".")
})`

// TestLink opens an address with a position in it.
func TestLink(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "7"))+"#p=past+41")
	p.await(drawn)
	p.await(where + `.endsWith("some up to 41")`)
}
