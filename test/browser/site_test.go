package browser_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// mostSite is how many bytes a site may have on its way to a browser.
const mostSite = 6_450_000

// exported writes the site of a run, and serves it as a plain server of files does.
func exported(t *testing.T, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	c := exec.Command(machsim, append([]string{"web", "--export", dir}, args...)...)
	c.Dir = t.TempDir()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	size := int64(0)
	_ = filepath.Walk(dir, func(_ string, info os.FileInfo, _ error) error {
		if !info.IsDir() {
			size += info.Size()
		}
		return nil
	})
	if size > mostSite {
		t.Errorf("the site has %d bytes, more than %d", size, mostSite)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// TestSite goes through a run without a server, gives a call up, and finds itself where it was.
func TestSite(t *testing.T) {
	p := open(t, exported(t, "philosophers", "--seed", "7"))
	p.await(drawn)
	t.Logf("the first view came after %.0f ms", ask[float64](p, `performance.getEntriesByName("machsim-drawn")[0].startTime`))
	end := ask[string](p, where)
	p.do(chromedp.Click(`[aria-label="to the start"]`))
	p.await(where + ` !== ` + quoted(end))
	start := ask[string](p, where)
	p.do(chromedp.NavigateBack())
	p.await(where + ` === ` + quoted(end))
	p.do(chromedp.NavigateForward())
	p.await(where + ` === ` + quoted(start))
}

// TestSites goes from the list of a site's runs to one of them.
func TestSites(t *testing.T) {
	made := exec.Command(machsim, "run", "philosophers", "--seed", "7")
	made.Dir = t.TempDir()
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	one := filepath.Join(made.Dir, ".machsim", "philosophers-7.rec")
	other := filepath.Join(made.Dir, "other & more.rec")
	if err := os.Link(one, other); err != nil {
		t.Fatal(err)
	}
	p := open(t, exported(t, one, other))
	p.await(`document.querySelectorAll("a").length === 2`)
	p.do(chromedp.Click(`a[href="other-more.html"]`))
	p.await(drawn)
	if at := ask[string](p, `location.pathname`); at != "/other-more.html" {
		t.Errorf("the link leads to %s", at)
	}
}

// givenUp gives up a call of a debugger that has a breakpoint and stands at event 20, and asks for both again.
const givenUp = `(async () => {
	const {transports} = await import(new URL("js/main.js", location.href))
	const w = new transports.worker()
	await w.open()
	let calls = 0
	const again = [], post = Worker.prototype.postMessage
	Worker.prototype.postMessage = function(m, ...more) {
		if (m.request?.id < calls) again.push(m.request.method)
		return post.call(this, m, ...more)
	}
	const call = (method, params = {}) => w.send({id: ++calls, method, params})
	const goes = position => call("batch", {calls: [{method: "goto", params: {position}}, {method: "threads"}]})
	await call("command", {line: "break label eat"})
	await goes("10")
	const before = await goes("20")
	const long = call("command", {line: "continue"})
	const given = await call("cancel")
	const here = await call("here")
	const breaks = await call("command", {line: "info breakpoints"})
	return {given: given.result.calls, kind: (await long).error.kind, position: here.result.position,
		later: here.serial >= before.serial, again: again.join(" "), breaks: JSON.stringify(breaks.result ?? breaks.error)}
})()`

// TestSiteGivenUp ends the worker of a site, as for a call that does not come back. Another worker comes to the same
// state by the calls that have changed something, of which the last motion is one, without what the windows asked.
func TestSiteGivenUp(t *testing.T) {
	p := open(t, exported(t, "philosophers", "--seed", "7"))
	p.await(drawn)
	got := ask[struct {
		Given                         int
		Kind, Position, Breaks, Again string
		Later                         bool
	}](p, givenUp)
	if got.Given != 1 || got.Kind != "interrupted" || got.Position != "20" || !got.Later {
		t.Errorf("after a call was given up: %+v", got)
	}
	if got.Again != "command goto" {
		t.Errorf("these calls are made again: %s", got.Again)
	}
	if !strings.Contains(got.Breaks, "label eat") {
		t.Errorf("the breakpoint is gone: %s", got.Breaks)
	}
}

// TestSiteStorm moves, gives up and moves again while the debugger is not there yet, or no more, and finds all windows
// at one position. A window that asks for something as soon as it is there may be the first that the page shows.
func TestSiteStorm(t *testing.T) {
	p := open(t, exported(t, "philosophers", "--seed", "7"))
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(({app}) => (app.show("query"), true))`)
	p.do(chromedp.Reload())
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(async ({app}) => {
		const moves = []
		for (let i = 0; i < 12; i++) {
			moves.push(app.goto(String(3 + i)))
			if (i % 4 === 1) app.client.call("cancel")
			await new Promise(done => setTimeout(done, 25))
		}
		await Promise.all(moves)
		await app.goto("11")
		return true
	})`)
	p.stand("11")
	if at := ask[string](p, lanes+`.cut.position`); at != "11" {
		t.Errorf("the cut is at %s", at)
	}
}

// mostPage is how many bytes a site of one page may have.
const mostPage = 8_050_000

// TestOnePage opens a page that is one file from the disk: it goes through the run and back, and a link to a position
// shows that.
func TestOnePage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.html")
	c := exec.Command(machsim, "web", "bank", "--seed", "9", "--export", file, "--one-file")
	c.Dir = t.TempDir()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if info, err := os.Stat(file); err != nil || info.Size() > mostPage {
		t.Errorf("%v, and a page may have %d bytes: %+v", err, mostPage, info)
	}
	p := open(t, "file://"+file)
	p.await(drawn)
	t.Logf("the first view came after %.0f ms", ask[float64](p, `performance.getEntriesByName("machsim-drawn")[0].startTime`))
	end := ask[string](p, where)
	p.do(chromedp.Click(`[aria-label="to the start"]`))
	p.await(where + ` !== ` + quoted(end))
	p.do(chromedp.NavigateBack())
	p.await(where + ` === ` + quoted(end))
	p.do(chromedp.Navigate("file://" + file + "#p=200"))
	p.await(where + `.includes("200")`)
}
