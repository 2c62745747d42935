package browser_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var figures = flag.Bool("figures", false, "measure the page of a run of a million events")

// figure is something that is measured, and the most that it should be.
type figure struct {
	what  string
	value float64
	unit  string
	most  float64
}

// TestFigures measures the page: go test -run Figures -figures. What comes depends on the machine, and on what else it
// does; so nothing fails.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("figures are measured with -figures")
	}
	url := serveIn(t, long(t), "run.rec")
	warm := open(t, url) // machsim begins to serve before all that it works out in the background is there
	warm.await(settled)
	warm.do(chromedp.Navigate("about:blank")) // nor does another page ask for its windows meanwhile
	p := open(t, "about:blank")
	p.do(chromedp.EmulateViewport(1600, 1000), chromedp.Navigate(url))
	first := ask[float64](p, firstPicture)
	frames := ask[moved](p, moving)
	screens := ask[[]float64](p, screens)
	quick, slow := ask[map[string][]float64](p, motions(0)), ask[map[string][]float64](p, motions(100))
	memory := ask[float64](p, `performance.memory.usedJSHeapSize + `+lanes+`.tiles.imageBytes`)
	fmt.Fprintf(os.Stdout, "%d events, %d lanes\n", ask[int](p, lanes+`.events`), ask[int](p, lanes+`.rows.lanes`))
	for _, f := range []figure{
		{"first picture", first, "ms", 500},
		{"work for a frame of pan or zoom, 95th percentile", frames.Work95, "ms", 16},
		{"time between two of these frames, 95th percentile", frames.Between95, "ms", 17},
		{"a screen, the largest", screens[len(screens)-1] / 1000, "KB", 50},
		{"memory of the page, its pictures included", memory / 1e6, "MB", 200},
		{"all windows have moved, median", middle(quick["moved"], 50), "ms", 20},
		{"all windows have moved, 95th percentile", middle(quick["moved"], 95), "ms", 20},
		{"the same since the motion was asked for, median", middle(quick["went"], 50), "ms", 20},
		{"the same since the motion was asked for, 95th percentile", middle(quick["went"], 95), "ms", 20},
		{"both 0.1 s after the last motion: moved, 95th percentile", middle(slow["moved"], 95), "ms", 20},
		{"since asked for, 95th percentile", middle(slow["went"], 95), "ms", 20},
	} {
		sign := ""
		if f.value > f.most {
			sign = "  <-- more than wanted"
		}
		fmt.Fprintf(os.Stdout, "%-58s %8.1f %s, at most %g%s\n", f.what, f.value, f.unit, f.most, sign)
	}
}

// long makes a module with a program of 32 clients and their servers, and a recording of a million events. It returns
// the module's directory.
func long(t *testing.T) string {
	t.Helper()
	dir := own(t, pairs)
	c := exec.Command(machsim, "run", ".", "--seed", "1", "--max-events", "1000000", "-o", "run.rec")
	c.Dir = dir
	out, _ := c.CombinedOutput() // the run is given up after a million events
	if _, err := os.Stat(filepath.Join(dir, "run.rec")); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// pairs is a program whose clients each call a server of their own, without end.
const pairs = `// Package own has clients that call servers.
package own

import (
	"fmt"

	"machsim/kernel"
)

// Program is what machsim runs.
var Program = kernel.Program{Name: "pairs", Doc: "clients that call servers", Main: setUp}

type (
	next  struct{ Number int }
	after struct{ Number int }
)

func setUp(b *kernel.Boot) {
	h := b.Host("a")
	for i := range 32 {
		var port, to kernel.Name
		server := b.Server(h, fmt.Sprint("server", i), func(th *kernel.Thread) {
			for {
				m := kernel.Must(kernel.Receive[next](th, port))
				kernel.Must(kernel.Reply(th, m, after{m.Body.Number + 1}))
			}
		})
		port = b.Port(server, fmt.Sprint("port", i))
		client := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
			n := 0
			th.Watch("n", &n)
			for {
				n = kernel.Must(kernel.RPC[next, after](th, to, next{n})).Number
			}
		})
		to = b.Send(server, port, client)
	}
}
`

// firstPicture is when the diagram showed all of its first picture, since the browser began with the page.
const firstPicture = `new Promise(done => {
	const look = () => (` + settled + `) ? done(performance.now()) : setTimeout(look, 1)
	look()
})`

// screens is how many bytes came for screens far from each other, in ascending order: all that was asked for, packed
// or not, headers left out.
const screens = `(async d => {
	const came = () => performance.getEntriesByType("resource").filter(e => e.initiatorType === "fetch").reduce((n, e) => n + e.encodedBodySize, 0)
	const wait = ms => new Promise(done => setTimeout(done, ms))
	const quiet = async () => { do await wait(150); while (!(` + settled + `)) }
	const all = []
	performance.setResourceTimingBufferSize(100000)
	d.fit()
	await quiet()
	for (const [i, scale] of [400, 100, 25, 6, 2, 0.5, 0.1, 0.04].entries()) {
		performance.clearResourceTimings()
		d.view.scale = scale
		d.view.center(d.events * (i + 1) / 10, true)
		d.redraw()
		await quiet()
		all.push(came())
	}
	return all.sort((a, b) => a - b)
})(` + lanes + `)`

// motions is how long all windows took to move to each of some positions, in ascending order, since they heard of it
// (moved) and since it was asked for (went); pause is how many milliseconds pass before the next motion.
func motions(pause int) string {
	return fmt.Sprintf(`(async d => {
	const all = {moved: [], went: []}
	d.fit()
	for (let i = 1; i <= 40; i++) {
		for (const name in all) performance.clearMeasures("machsim-" + name)
		await d.app.goto(String(1 + (i * 617 * 7919) %% d.events))
		for (const name in all) all[name].push(performance.getEntriesByName("machsim-" + name)[0].duration)
		await new Promise(done => setTimeout(done, %d))
	}
	for (const name in all) all[name].sort((a, b) => a - b)
	return all
})(%s)`, pause, lanes)
}

// middle is the value of sorted ones below which so many of a hundred lie.
func middle(sorted []float64, percent int) float64 { return sorted[len(sorted)*percent/100] }
