package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// window shows a window.
func (p *tab) window(name string) {
	p.t.Helper()
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show(`+quoted(name)+`); await m.app.refresh(); return true })`)
}

// TestShrink makes a deadlock smaller, and opens the smaller run: what came of it stays.
func TestShrink(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	p.window("shrink")
	p.do(chromedp.Click(`#w-shrink button[type=submit]`))
	p.await(`document.querySelector("#w-shrink .verdict.good")?.textContent.startsWith("It is minimal")`)
	const said = `document.querySelector("#w-shrink").textContent`
	text := ask[string](p, said)
	for _, want := range []string{"DEADLOCK", "events", "switches", "--meals", "What is left", "table.plato",
		" .machsim/run-shrunk.rec"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in %q", want, text)
		}
	}
	before := ask[string](p, `document.querySelector("#top .where").textContent`)
	p.do(chromedp.Click(`#w-shrink p button`))
	p.awaitAnew(drawn + ` && ` + where + ` !== ` + quoted(before) + ` && ` + said + `.includes("What is left")`)
}

// TestCompareMany compares many runs of a program, and opens the two that show what tells them apart.
func TestCompareMany(t *testing.T) {
	p := open(t, serve(t, "access", "--seed", "9"))
	p.await(drawn)
	p.window("contrast")
	p.await(`document.querySelector("#w-contrast select").value === "access"`)
	p.claim("contrast", "never", "a.using = 1 and worker1.using = 1")
	ask[bool](p, `import("./js/main.js").then(m => (m.app.client.on("made", x => { window.told = x.of }), true))`)
	p.do(chromedp.SetValue(`#w-contrast input[type=number]`, "60"), chromedp.Click(`#w-contrast button[type=submit]`))
	p.await(`document.querySelector("#w-contrast tbody td:nth-child(6) button")`)
	const said = `document.querySelector("#w-contrast").textContent`
	if of := ask[int](p, `window.told`); of != 120 {
		t.Errorf("the page was told of %d runs at most", of)
	}
	text := ask[string](p, said)
	if !strings.Contains(text, "60 runs: ") || !strings.Contains(text, "this was never to be") {
		t.Errorf("the window says %q", text)
	}
	const run = `document.querySelector("#top .run").textContent`
	for column, ends := range map[string]bool{"5": true, "6": false} {
		link := `#w-contrast tbody td:nth-child(` + column + `) button`
		seed := ask[string](p, `document.querySelector("`+link+`").textContent`)
		p.do(chromedp.Click(link))
		p.awaitAnew(drawn + ` && ` + run + `.startsWith("` + seed + `;") && document.querySelector("` + link + `")`)
		if bad := strings.Contains(ask[string](p, run), "CHECK FAILED"); bad != ends {
			t.Errorf("the run of %s fails: %v", seed, bad)
		}
	}
}

// TestVerify makes a run twice.
func TestVerify(t *testing.T) {
	p := open(t, serve(t, "philosophers", "--seed", "26"))
	p.await(drawn)
	p.window("verify")
	p.await(`document.querySelector("#w-verify input[type=number]").value === "26" && document.querySelector("#w-verify select").value === "philosophers"`)
	p.do(chromedp.Click(`#w-verify button[type=submit]`))
	p.await(`document.querySelector("#w-verify .verdict.good")?.textContent.includes("identical, 92 events")`)
	if text := ask[string](p, `document.querySelector("#w-verify pre").textContent`); !strings.Contains(text, "both times it ended with DEADLOCK") {
		t.Errorf("the window says %q", text)
	}
}

// TestNoRuns opens a site without a server, which says why no runs are made there.
func TestNoRuns(t *testing.T) {
	p := open(t, exported(t, "philosophers", "--seed", "7"))
	p.await(drawn)
	for _, name := range []string{"explore", "contrast", "shrink", "verify"} {
		p.window(name)
		p.await(`document.querySelector("#w-` + name + `").textContent.includes("No runs can be made here: there are no other recordings here.")`)
	}
}
