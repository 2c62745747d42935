package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// focused is what has the focus: the window that it is in, and its text.
const focused = `(e => (e.closest("[role=tabpanel]")?.id ?? "") + " " + (e.getAttribute("role") ?? "") + " " + e.textContent)(document.activeElement)`

// TestFocusStays goes to positions and sets breakpoints by the keyboard from within windows, which are drawn anew then:
// the focus stays at the row, and never gets lost.
func TestFocusStays(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9"))+"#p=150")
	p.await(drawn)
	show := func(name string) {
		t.Helper()
		ask[bool](p, `import("./js/main.js").then(async ({app}) => { app.show(`+quoted(name)+`); await app.refresh(); return true })`)
		p.settle()
	}
	show("events")
	ask[bool](p, `(document.querySelector("#w-events tr.present .link").focus(), true)`)
	p.do(chromedp.KeyEvent("\r"))
	p.await(`document.querySelector("#top .where").textContent.startsWith("after event 150 ")`)
	ask[bool](p, `(document.querySelector("#w-events tr.present").nextElementSibling.querySelector(".link").focus(), true)`)
	p.do(chromedp.KeyEvent("\r"))
	p.await(`document.querySelector("#top .where").textContent.startsWith("after event 151 ")`)
	p.settle()
	if at := ask[string](p, focused); at != "w-events  151" {
		t.Errorf("the focus is at %q after a row of events was gone to", at)
	}
	show("output") // in front of the events
	if at := ask[string](p, focused); at != " tab Output" {
		t.Errorf("the focus is at %q after another window came before the one that had it", at)
	}
	show("source")
	ask[bool](p, `(document.querySelector('#w-source .number[tabindex="0"]').focus(), true)`)
	line := ask[string](p, focused)
	p.do(chromedp.KeyEvent("\r"))
	p.await(`document.querySelector("#w-source .number.point")`)
	p.settle()
	if at := ask[string](p, focused); at != line {
		t.Errorf("the focus is at %q after a breakpoint was set at %q", at, line)
	}
}

// TestMenuKeys goes from one menu to the next by the keyboard, and closes that.
func TestMenuKeys(t *testing.T) {
	p := open(t, serve(t, record(t, "hello", "--seed", "7")))
	p.await(drawn)
	p.do(chromedp.Focus(`[role=menubar] [role=menuitem]`))
	for _, step := range []struct{ key, menu string }{
		{"ArrowDown", "to the start"}, {"ArrowRight", "stop threads"}, {"ArrowLeft", "to the start"}, {"Escape", ""},
	} {
		first := ask[string](p, `(document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
			{key: `+quoted(step.key)+`, bubbles: true, cancelable: true})), document.querySelector(".popup")?.textContent ?? "")`)
		if !strings.HasPrefix(first, step.menu) || step.menu == "" && first != "" {
			t.Errorf("after %s the menu is %.30q", step.key, first)
		}
	}
	if at := ask[string](p, focused); at != " menuitem Go" {
		t.Errorf("the focus is at %q after the menu was closed", at)
	}
}

// TestPaletteNames types the names of windows into the palette. Enter opens the window of that name, though others and
// commands have the words, too.
func TestPaletteNames(t *testing.T) {
	p := open(t, serve(t, record(t, "hello", "--seed", "7")))
	p.await(drawn)
	for _, name := range []string{"Rights", "What if", "Threads", "ports"} {
		p.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
		p.await(`document.querySelector("dialog.palette[open] input")`)
		p.do(chromedp.KeyEvent(name), chromedp.KeyEvent("\r"))
		p.await(`!document.querySelector("dialog[open]")`)
		if at := ask[string](p, focused); !strings.EqualFold(at, " tab "+name) {
			t.Errorf("after %s was typed the focus is at %.60q", name, at)
		}
	}
}
