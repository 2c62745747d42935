package browser_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// shown lists the windows that show what a command answers, with their commands.
var shown = map[string]string{
	"threads": "where", "states": "threads", "tasks": "tasks", "blocked": "blocked", "suspended": "suspended",
	"delays": "delays", "why": "why", "ports": "ports", "messages": "message", "timers": "timers",
	"netnames": "netnames", "disk": "disk",
	"output": "output", "stack": "backtrace", "panic": "panic", "races": "races",
}

// helpers are functions of the page for the tests: words are those of a text, however it is laid out.
const helpers = `
window.words = text => text.split(/\s+/).filter(Boolean).join(" ");
window.texts = e => [...e.querySelectorAll("th, td, .text, .none")].filter(x => !x.querySelector("th, td, .text"))
	.map(x => x.textContent).join(" ");
window.say = async line => {
	const answer = await fetch("call", {method: "POST", headers: {"Content-Type": "application/json"},
		body: JSON.stringify({method: "command", params: {line}})}).then(r => r.json());
	if (answer.error) return answer.error.prompt || answer.error.text;
	return answer.result.parts.map(p => p.table
		? [p.table.columns.map(c => c.name), ...p.table.rows.map(r => r.map(c => c.text))].flat().join(" ") : p.text).join(" ");
};
true`

// TestWindows holds the text of windows against what the prompt says, at random positions.
func TestWindows(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9")))
	p.await(drawn)
	ask[bool](p, helpers)
	rng := rand.New(rand.NewPCG(1, 2))
	for name, line := range shown {
		at := strconv.Itoa(1 + rng.IntN(318))
		ask[bool](p, `import("./js/main.js").then(m => m.app.goto(`+quoted(at)+`)).then(() => true)`)
		ask[bool](p, `import("./js/main.js").then(async m => { m.app.show(`+quoted(name)+`); await m.app.refresh(); return true })`)
		p.await(`document.querySelector("#w-` + name + `")`)
		got := ask[string](p, `words(texts(document.querySelector("#w-`+name+`")))`)
		want := ask[string](p, `say(`+quoted(line)+`).then(words)`)
		if got != want {
			t.Errorf("after event %s, %s:\n%s\nthe prompt:\n%s", at, name, got, want)
		}
	}
}

// TestOneTrip goes somewhere, and wants the windows to follow by the call that goes there. The list of events, which
// has to know where that is, asks once more, before the motion is said to be over.
func TestOneTrip(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9")))
	p.await(drawn)
	const going = `import("./js/main.js").then(async ({app}) => {
		const bodies = [], real = fetch
		window.fetch = (url, o) => { bodies.push(o.body); return real(url, o) }
		await app.goto("%s")
		window.fetch = real
		return bodies.filter(b => /goto|here|threads|"events"/.test(b)).map(b => JSON.parse(b).params.calls)
			.map(calls => calls.map(c => c.method).join(" "))
	})`
	goTo := func(position string) []string { return ask[[]string](p, fmt.Sprintf(going, position)) }
	if got := goTo("41"); len(got) != 1 || got[0] != "goto here can session cut threads breakpoints" {
		t.Errorf("a motion calls %q", got)
	}
	ask[bool](p, `import("./js/main.js").then(m => { m.app.show("events"); return m.app.refresh() }).then(() => true)`)
	if got := goTo("250"); len(got) != 2 || got[1] != "names events" {
		t.Errorf("a motion with the list of events calls %q", got)
	}
	const present = `document.querySelector("#w-events tr.present td:nth-child(2)")?.textContent ?? "none"`
	if here := ask[string](p, present); here != "250" {
		t.Errorf("at event 250 the list of events is marked at event %s", here)
	}
}

// TestEveryWindow opens each window, and wants none to say that it cannot be drawn, and all to be reached by the
// keyboard.
func TestEveryWindow(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	p.await(`document.querySelector("#w-source .here")`) // at once, though no address says where one stands
	names := ask[[]string](p, `import("./js/main.js").then(m => [...m.app.layout.windows.keys()])`)
	for _, name := range names {
		ask[bool](p, `import("./js/main.js").then(async m => { m.app.show(`+quoted(name)+`); await m.app.refresh(); return true })`)
		if !ask[bool](p, `document.querySelector("#w-`+name+`")?.getAttribute("role") === "tabpanel"`) {
			t.Errorf("the window %s is not shown", name)
		}
	}
	if bad := ask[string](p, `document.querySelector("#toasts").textContent`); bad != "" {
		t.Error(bad)
	}
	unnamed := ask[[]string](p, `[...document.querySelectorAll("button, input, select, [role=button]")].filter(e =>
		!(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)`)
	if len(unnamed) > 0 {
		t.Errorf("these have no names for who does not see them: %s", strings.Join(unnamed, "\n"))
	}
}

// TestNamesAreText puts markup into what people and programs name, and wants it to be shown as it is.
func TestNamesAreText(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26")))
	p.await(drawn)
	ask[bool](p, helpers)
	const evil = `<img src=x onerror=alert(1)>`
	ask[string](p, `say("note `+evil+`")`)
	ask[bool](p, `import("./js/main.js").then(async m => { m.app.show("marks"); await m.app.refresh();
		m.app.toast(`+quoted(evil)+`); m.app.show("prompt"); return true })`)
	p.await(`document.querySelector("#w-marks td:last-child")?.textContent === ` + quoted(evil))
	p.do(chromedp.SendKeys(`#w-prompt input`, evil+"\r"))
	p.await(`document.querySelector("#w-prompt .answer")?.textContent`)
	if n := ask[int](p, `document.querySelectorAll("img").length`); n > 0 {
		t.Errorf("%d pictures came out of names", n)
	}
}

// TestDesk moves a window by the keyboard, closes one, and wants both to be so when the page comes again.
func TestDesk(t *testing.T) {
	url := serve(t, record(t, "philosophers", "--seed", "26"))
	p := open(t, url)
	p.await(drawn)
	p.do(chromedp.Focus(`#t-source`))
	ask[bool](p, `document.querySelector("#t-source").dispatchEvent(new KeyboardEvent("keydown",
		{key: "ArrowDown", shiftKey: true, bubbles: true}))`)
	p.await(`document.querySelector("#t-source").parentElement.querySelector("#t-variables")`)
	ask[bool](p, `document.querySelector("#t-source").dispatchEvent(new KeyboardEvent("keydown", {key: "Delete", bubbles: true}))`)
	p.await(`!document.querySelector("#t-source")`)
	p.do(chromedp.Reload())
	p.await(drawn)
	if !ask[bool](p, `!document.querySelector("#t-source")`) {
		t.Error("the page has forgotten that a window was closed")
	}
}
