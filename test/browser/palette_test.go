package browser_test

import (
	"slices"
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

// TestPaletteWords looks for commands by words that others use for them, and wants the names of commands in one line,
// also of those that cannot be obeyed now, and say why.
func TestPaletteWords(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	p.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
	p.await(`document.querySelector("dialog.palette[open] input")`)
	for word, want := range map[string]string{"jump": "to a position …", "remove": "forget a checkpoint …",
		"locals": "Variables", "stuck": "Blocked", "minimize": "Shrink", "flaky": "Verify"} {
		ask[bool](p, `(i => (i.value = `+quoted(word)+`, i.dispatchEvent(new Event("input"))))(document.querySelector("dialog.palette input"))`)
		names := ask[[]string](p, `[...document.querySelectorAll("dialog.palette [role=option] span")].map(e => e.textContent)`)
		if !slices.Contains(names, want) {
			t.Errorf("%s finds %q, and not %q", word, names, want)
		}
		if high := ask[float64](p, `Math.max(...[...document.querySelectorAll("dialog.palette [role=option] span")]
			.map(e => e.getBoundingClientRect().height))`); high > 30 {
			t.Errorf("%s: a name is %v pixels high", word, high)
		}
	}
}

// TestWindowsMenu wants every window in the menu of windows once, in groups that are sorted, all of which can be seen.
func TestWindowsMenu(t *testing.T) {
	url := serve(t, record(t, "hello", "--seed", "1"))
	p := open(t, "about:blank")
	p.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(url))
	p.await(drawn)
	ask[bool](p, `([...document.querySelectorAll(".menus button")].at(-1).click(), true)`)
	groups := ask[[][]string](p, `(all => {
		const groups = []
		for (const e of all) {
			if (e.classList.contains("heading")) groups.push([])
			else groups.at(-1).push(e.textContent.replace(/^[✓\s]+/, ""))
		}
		return groups.slice(1) // the first are arrangements
	})(document.querySelectorAll(".popup > *"))`)
	var all []string
	for _, g := range groups {
		all = append(all, g...)
		if !slices.IsSorted(g) {
			t.Errorf("a group is not sorted: %q", g)
		}
	}
	slices.Sort(all)
	titles := ask[[]string](p, `import("./js/main.js").then(({app}) => [...app.layout.windows.values()].map(w => w.title).sort())`)
	if !slices.Equal(all, titles) || len(groups) < 4 {
		t.Errorf("the menu has %q, want %q", groups, titles)
	}
	if !ask[bool](p, `(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector(".popup"))`) {
		t.Error("a part of the menu is out of sight")
	}
}

// TestKeysTop opens both lists of keys where they do not fit: they begin at the top, and the button that closes them,
// which has the focus, can be seen.
func TestKeysTop(t *testing.T) {
	url := serve(t, record(t, "hello", "--seed", "1"))
	p := open(t, "about:blank")
	p.do(chromedp.EmulateViewport(1280, 400), chromedp.Navigate(url))
	p.await(settled)
	for _, opens := range []string{`app.frame.help()`, lanes + `.keys.help()`} {
		ask[bool](p, `import("./js/main.js").then(({app}) => (`+opens+`, true))`)
		p.await(`document.querySelector("dialog[open]")`)
		if !ask[bool](p, `(d => d.scrollHeight > d.clientHeight && d.scrollTop === 0 && d.contains(document.activeElement))(document.querySelector("dialog[open]"))`) {
			t.Errorf("%s does not open at its top", opens)
		}
		if !ask[bool](p, `(b => b.top > 0 && b.bottom < innerHeight)(document.activeElement.getBoundingClientRect())`) {
			t.Errorf("%s: what has the focus is out of sight", opens)
		}
		ask[bool](p, `(document.querySelector("dialog[open]").close(), true)`)
	}
}

// TestToastPasses shows a sentence that would stay for a minute, and goes elsewhere: it goes too. One about where that
// leads stays.
func TestToastPasses(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(async ({app}) => {
		app.toast("before ".repeat(200))
		await app.goto("30")
		app.toast("after ".repeat(200))
		return true
	})`)
	const toasts = `document.getElementById("toasts").textContent`
	p.await(`!` + toasts + `.includes("before")`)
	if !ask[bool](p, toasts+`.includes("after")`) {
		t.Error("what was said about the present position has gone")
	}
}
