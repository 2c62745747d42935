package browser_test

import (
	"strings"
	"testing"
)

// TestRemoteCalls looks at the tree of remote calls, in which one is made for another, folds it by the keyboard, and
// goes to where the outer one was sent. Names say all that is seen, of an orphan, too.
func TestRemoteCalls(t *testing.T) {
	p := open(t, serve(t, record(t, "hops", "--seed", "4")))
	p.await(settled)
	ask[bool](p, `import("./js/main.js").then(async m => { await m.app.goto("160");
		m.app.show("rpcs"); await m.app.refresh(); return true })`)
	const outer = `document.querySelector("#w-rpcs [role=treeitem][aria-expanded]")`
	p.await(outer + `?.querySelector("[role=treeitem]")`)
	name := ask[string](p, outer+`.getAttribute("aria-label")`)
	for _, want := range []string{"call ", " on ", " to ", "sent at event "} {
		if !strings.Contains(name, want) {
			t.Errorf("a call is named %q, without %q", name, want)
		}
	}
	orphan := ask[string](p, `document.querySelector("#w-rpcs .mark.orphan")?.closest("li").getAttribute("aria-label")`)
	if !strings.Contains(orphan, "; orphan; ") {
		t.Errorf("an orphan is named %q", orphan)
	}
	press := func(key string) {
		ask[bool](p, outer+`.dispatchEvent(new KeyboardEvent("keydown", {key: `+quoted(key)+`, bubbles: true}))`)
	}
	press("ArrowLeft")
	p.await(`!` + outer + `.querySelector("[role=treeitem]")`)
	press("ArrowRight")
	p.await(outer + `.querySelector("[role=treeitem]")`)
	press("Enter")
	p.await(lanes + `.app.state.position === ` + quoted(sentAt(name)))
}

// sentAt is the number of the event in which a call was sent, by its name.
func sentAt(name string) string {
	_, rest, _ := strings.Cut(name, "sent at event ")
	number, _, _ := strings.Cut(rest, ",")
	return number
}
