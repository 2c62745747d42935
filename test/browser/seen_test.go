package browser_test

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLanesFailure wants the event that failed to be seen where the cut stands right behind it, from afar too: as a
// sign in its row, and above the lanes.
func TestLanesFailure(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	p.settle()
	const red = `(d => {
		const [{number, lane}] = d.failed, row = d.rows.of(lane), n = d.dpr
		const x = d.view.x(d.coords.x(number) + d.view.middle), y = 22 + row.y + row.height / 2 - d.view.top
		const {data} = d.canvas.getContext("2d").getImageData((x - 9) * n, (y - 9) * n, 18 * n, 18 * n)
		let found = 0
		for (let i = 0; i < data.length; i += 4) found += data[i] > 180 && data[i + 1] < 60 && data[i + 2] < 80
		return found / n / n
	})(` + lanes + `)`
	if found := ask[float64](p, red); found < 40 {
		t.Errorf("%v pixels of the event that failed are red", found)
	}
	if !ask[bool](p, lanes+`.overview.marks.some(m => m.kind === "failure" && m.events[0] === `+lanes+`.events)`) {
		t.Error("the strip of the whole run has no sign where a thread failed")
	}
}

// TestOverviewScale wants what is above each other in the strip of the whole run and in the lanes, when these show all
// of it, to be the same events; and a press in the strip to lead there.
func TestOverviewScale(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	off := ask[float64](p, `(d => Math.max(...[0, 100, d.view.extent.to].map(at => {
		const strip = d.overview.element.getBoundingClientRect(), all = d.canvas.getBoundingClientRect()
		return Math.abs(strip.left + d.view.strip(at) - all.left - d.view.x(at))
	})))(`+lanes+`)`)
	if off > 2 {
		t.Errorf("the strip is %v pixels off the lanes", off)
	}
	x := ask[float64](p, `(d => (d.closeUp(), d.overview.element.getBoundingClientRect().left + d.view.strip(100)))(`+lanes+`)`)
	y := ask[float64](p, `(b => (b.top + b.bottom) / 2)(`+lanes+`.overview.element.getBoundingClientRect())`)
	p.do(chromedp.MouseClickXY(x, y))
	p.await(`(v => v.from < 100 && v.to > 100)(` + lanes + `.view)`)
}

// TestLanesWords wants what matters to other threads to be named in the lanes, though other events follow at once.
func TestLanesWords(t *testing.T) {
	url := serve(t, record(t, "philosophers", "--seed", "26"))
	p := open(t, "about:blank")
	p.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(url))
	p.await(settled)
	p.settle()
	texts := ask[[]string](p, `(d => {
		const c = d.canvas.getContext("2d"), texts = []
		c.fillText = text => texts.push(text)
		d.redraw()
		return new Promise(done => requestAnimationFrame(() => { delete c.fillText; d.redraw(); done(texts) }))
	})(`+lanes+`)`)
	for _, want := range []string{"lock fork1", "unlock fork5", "eat"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not named: %q", want, texts)
		}
	}
}
