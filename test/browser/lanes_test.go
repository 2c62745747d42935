package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// lanes is the diagram of the page, as its modules know it.
const lanes = `document.getElementById("w-diagram").diagram`

// settled is true once the diagram shows a state, and everything that it has asked for has come.
const settled = `(d => d?.cut && d.rows.all.length && d.frames.work.length && d.tiles.idle)` +
	`(document.getElementById("w-diagram")?.diagram)`

// openLanes opens the page of a recording, and waits for its diagram.
func openLanes(t *testing.T, args ...string) *tab {
	t.Helper()
	p := open(t, serve(t, record(t, args...)))
	p.await(settled)
	return p
}

// position is where the page stands.
func position(p *tab) string {
	p.t.Helper()
	return ask[string](p, lanes+`.app.state.position`)
}

// at is a point of the canvas, by the coordinate of the axis and a row: -1 is the ruler.
func at(p *tab, coordinate float64, row int) (x, y float64) {
	p.t.Helper()
	point := ask[[]float64](p, fmt.Sprintf(`(d => {
		const box = d.canvas.getBoundingClientRect(), row = %d < 0 ? {y: -18, height: 20} : d.rows.of(%d)
		return [box.left + d.view.x(%g), box.top + 22 + row.y + row.height / 2 - d.view.top]
	})(%s)`, row, row, coordinate, lanes))
	return point[0], point[1]
}

// drag moves the mouse with its button down.
func drag(p *tab, x1, y1, x2, y2 float64) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x1, y1),
		chromedp.MouseEvent(chromedp.MousePressed, x1, y1, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseMoved, (x1+x2)/2, (y1+y2)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseMoved, x2, y2, chromedp.ButtonLeft),
		chromedp.MouseEvent(chromedp.MouseReleased, x2, y2, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// TestLanesDrag drags the cut as a whole and in one lane, and clicks on an event: all windows follow.
func TestLanesDrag(t *testing.T) {
	p := openLanes(t, "philosophers", "--seed", "26")
	end := ask[float64](p, lanes+`.view.extent.to`)
	x, y := at(p, end, -1)
	to, _ := at(p, 40, -1)
	drag(p, x, y, to, y)
	p.await(lanes + `.app.state.position === "40" && ` + lanes + `.drag === null`)
	p.await(where + `.startsWith("after event 40 ")`)
	// Lane 1 is that of a philosopher: at 40 its line is dragged back to 20.
	x, y = at(p, 40, 1)
	to, _ = at(p, 20, 1)
	drag(p, x, y, to, y)
	p.await(lanes + `.app.state.position !== "40" && ` + lanes + `.drag === null`)
	if !ask[bool](p, lanes+`.cut.places[1].done <= 20 && `+lanes+`.cut.places.some(p => p.done > 20)`) {
		t.Errorf("the cut of lane 1 was dragged back to 20, and leads to %q", position(p))
	}
	event := ask[int](p, lanes+`.marks.get(`+lanes+`.view).find(m => m.lane === 2).event`)
	x, y = at(p, float64(event)-0.5, 2)
	p.do(chromedp.MouseClickXY(x, y))
	p.await(fmt.Sprintf(lanes+`.app.state.position === "%d"`, event))
}

// TestLanesKeys walks along a lane by the keyboard, goes there, drags the cut, folds a row and says all of it.
func TestLanesKeys(t *testing.T) {
	p := openLanes(t, "philosophers", "--seed", "26")
	said := `document.getElementById("diagram-said").textContent`
	p.do(chromedp.Focus(".diagram-lanes"))
	press := func(keys string) {
		t.Helper()
		for _, key := range keys {
			p.do(chromedp.KeyEvent(string(key)))
		}
	}
	ask[bool](p, lanes+`.choose(`+lanes+`.rows.of(2)), true`)
	press("p")
	p.await(said + `.startsWith("event ")`)
	event := ask[int](p, lanes+`.event.number`)
	press("p")
	p.await(fmt.Sprintf(lanes+`.event.number < %d && `+lanes+`.event.lane === 2`, event))
	event = ask[int](p, lanes+`.event.number`)
	press("\r")
	p.await(fmt.Sprintf(lanes+`.app.state.position === "%d"`, event))
	press("[")
	p.await(fmt.Sprintf(lanes+`.cut.places[2].done < %d`, event))
	rows := ask[int](p, lanes+`.rows.all.length`)
	press("f")
	p.await(fmt.Sprintf(lanes+`.rows.all.length < %d`, rows))
	press("f")
	p.await(fmt.Sprintf(lanes+`.rows.all.length === %d`, rows))
	press("aa")
	p.await(lanes + `.view.axis === "time" && ` + settled)
	press("?")
	p.await(`document.querySelector(".diagram-keys").open`)
}

// TestLanesLate folds rows, and takes another axis, while the tiles of those before are on their way: what comes late
// is not shown.
func TestLanesLate(t *testing.T) {
	p := openLanes(t, "philosophers", "--seed", "26")
	ask[bool](p, `(d => {
		const client = d.tiles.client, batch = client.batch.bind(client)
		client.batch = async (...args) => {
			const answer = await batch(...args)
			const holds = window.late !== false && args[0].some(c => c.method === "tile")
			if (holds) await new Promise(done => { window.late = done })
			return answer
		}
		d.tiles.clear()
		d.redraw()
		return true
	})(`+lanes+`)`)
	for _, change := range []string{`fold(d.rows.of(2))`, `fold(d.rows.of(2))`, `hide(d.rows.of(2))`, `showAll()`,
		`nextAxis()`, `fold(d.rows.of(2))`, `nextAxis()`, `fold(d.rows.of(2))`, `nextAxis()`} {
		p.await(`window.late`)
		ask[bool](p, fmt.Sprintf(`(d => {
			d.%s
			const go = window.late
			window.late = null
			go()
			return true
		})(%s)`, change, lanes))
	}
	ask[bool](p, `(window.late?.(), window.late = false, true)`)
	p.await(settled)
	if wrong := ask[[]string](p, tilesDiffer); len(wrong) > 0 {
		t.Errorf("%d tiles are not what the debugger answers now: %q", len(wrong), wrong[0])
	}
}

// tilesDiffer lists the tiles of the next frame that are not what the debugger answers for their rows.
const tilesDiffer = `(async d => {
	const shown = [], get = d.tiles.get, now = new d.tiles.constructor(d.client, () => {}), differ = []
	d.tiles.get = function(...of) {
		const tile = get.apply(d.tiles, of)
		if (tile) shown.push({of, marks: tile.marks})
		return tile
	}
	d.redraw()
	while (!shown.length) await new Promise(requestAnimationFrame)
	d.tiles.get = get
	for (const {of, marks} of shown) {
		if (!now.get(...of)) await now.fetch()
		const [was, is] = [marks, now.get(...of).marks].map(m => m.map(x => x.join("")).join(" "))
		if (was !== is) differ.push(of[0] + ": " + was + " and not " + is)
	}
	return differ
})(` + lanes + `)`

// TestLanesAskOnce opens a recording: the lanes are asked for before the strip of the whole run, which takes longer,
// and nothing is asked for twice.
func TestLanesAskOnce(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	asked := ask[[]string](p, `(async d => {
		const {client} = d, send = client.send, all = []
		client.send = function(method, params = {}, ...more) {
			const calls = method === "batch" ? params.calls : [{method, params}]
			const parts = calls.filter(c => ["tile", "arrows", "overview"].includes(c.method))
			all.push(...parts.map(c => c.method + JSON.stringify(c.params)))
			return send.call(client, method, params, ...more)
		}
		d.run = -1
		d.overview.variable = " "
		await d.app.refresh()
		while (!(`+settled+`) || !all.some(a => a.startsWith("overview"))) await new Promise(requestAnimationFrame)
		await new Promise(done => setTimeout(done, 100))
		return all
	})(`+lanes+`)`)
	if !strings.HasPrefix(asked[0], "tile") {
		t.Errorf("%q is asked for first", asked[0])
	}
	seen := map[string]bool{}
	for _, a := range asked {
		if seen[a] {
			t.Errorf("%s is asked for twice", a)
		}
		seen[a] = true
	}
}

// TestLanesPlay plays backwards until it is stopped.
func TestLanesPlay(t *testing.T) {
	p := openLanes(t, "hello", "--seed", "7")
	events := ask[int](p, lanes+`.events`)
	p.do(chromedp.Click(`.diagram-tools [aria-label="faster (>)"]`),
		chromedp.Click(`.diagram-tools [aria-label="play backwards (b)"]`))
	p.await(fmt.Sprintf(lanes+`.app.state.prefix < %d`, events-2))
	p.do(chromedp.Click(`.diagram-tools [aria-label="play backwards (b)"]`))
	p.await(lanes + `.play.way === 0`)
}

// moved are figures of the diagram, in milliseconds.
type moved struct {
	Frames                                 int
	Work95, WorkMost, Between50, Between95 float64
	Bytes, Requests                        int
}

// moving zooms into the run and out again, and moves in it, a step a frame.
const moving = `(async d => {
	const frame = () => new Promise(requestAnimationFrame)
	d.frames.reset()
	for (let i = 0; i < 24; i++) { d.zoomAt(0.7, d.view.width * 0.4); await frame() }
	for (let i = 0; i < 60; i++) { d.pan(14); await frame() }
	for (let i = 0; i < 24; i++) { d.zoomAt(1 / 0.7, d.view.width * 0.4); await frame() }
	return d.app.metrics.diagram()
})(` + lanes + `)`

// TestLanesFrames moves in a run by a script, and wants frames to be drawn. What these take is measured with -figures.
func TestLanesFrames(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	if m := ask[moved](p, moving); m.Frames < 50 {
		t.Errorf("%d frames were drawn", m.Frames)
	}
}

// TestLanesTip points at an event, and goes elsewhere by other means than the mouse: what was said beside the pointer
// goes, since the lanes show another event there.
func TestLanesTip(t *testing.T) {
	p := openLanes(t, "philosophers", "--seed", "26")
	ask[bool](p, `(`+lanes+`.closeUp(), true)`)
	const mark = lanes + `.marks.get(` + lanes + `.view)?.findLast(m => m.lane === 2)`
	p.await(mark)
	event := ask[int](p, mark+`.event`)
	x, y := at(p, float64(event)-0.5, 2)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	const tip = `document.querySelector(".diagram-tip")`
	p.await(tip + `.hidden === false`)
	ask[bool](p, `(`+lanes+`.app.goto("10"), true)`)
	p.await(lanes + `.app.state.position === "10"`)
	p.await(tip + `.hidden && ` + lanes + `.cone === null`)
}
