package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// slow makes the page wait for completions until a test lets them come, by release.
const slow = `import("./js/main.js").then(({app}) => {
	const {call} = app.client
	const may = new Promise(done => { window.release = done })
	app.client.call = async (method, params) => {
		if (method === "complete") await may
		return call.call(app.client, method, params)
	}
	return true
})`

// TestPaletteFast types a position, and presses Enter before the completion of what was typed has come. What was
// offered for the words before it must not take its place.
func TestPaletteFast(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	p.asked("goto ")
	p.await(`document.querySelector("dialog.palette[open] [role=option]")`)
	ask[bool](p, slow)
	p.do(chromedp.KeyEvent("41"), chromedp.KeyEvent("\r"))
	p.await(`!document.querySelector("dialog[open]")`)
	p.await(where + `.startsWith("after event 41 ")`)
	ask[bool](p, `(release(), true)`)
}

// TestPaletteTab presses Tab before the completion has come, which is taken as soon as it is there.
func TestPaletteTab(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	p.asked("")
	p.await(`document.querySelector("dialog.palette[open] [role=option]")`)
	ask[bool](p, slow)
	p.do(chromedp.KeyEvent("checkpoints"), chromedp.KeyEvent("\t"))
	ask[bool](p, `(release(), true)`)
	p.await(`document.querySelector("dialog.palette input").value === "checkpoints "`)
}

// asked opens the palette with a line that a person goes on with.
func (p *tab) asked(line string) {
	p.t.Helper()
	ask[bool](p, `import("./js/main.js").then(({app}) => (app.ask(`+quoted(line)+`, "a line"), true))`)
}
