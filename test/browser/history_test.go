package browser_test

import (
	"fmt"
	"strings"
	"testing"
)

// stand waits until the page stands at a position, and nothing is on its way any more.
func (p *tab) stand(position string) {
	p.t.Helper()
	p.settle()
	const here = `import("./js/main.js").then(({app}) => [app.state.position, new URLSearchParams(location.hash.slice(1)).get("p")])`
	if got := ask[[]string](p, here); got[0] != position || got[1] != position {
		p.t.Errorf("the page stands at %s and its address at %s, not at %s", got[0], got[1], position)
	}
}

// TestQuickSteps takes several steps of the browser's history before the windows have followed the first. The page ends
// where the last leads, and the way on is still there.
func TestQuickSteps(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9")))
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(async ({app}) => {
		for (let i = 2; i <= 9; i++) await app.goto(String(10 * i))
		return true
	})`)
	length := ask[int](p, `history.length`)
	step := func(way string, n int) {
		ask[bool](p, fmt.Sprintf(`(async () => {
			for (let i = 0; i < %d; i++) { history.%s(); await new Promise(done => setTimeout(done, 4 * i)) }
			await new Promise(done => setTimeout(done, 100))
			return true
		})()`, n, way))
	}
	step("back", 5)
	p.stand("40")
	step("forward", 4)
	p.stand("80")
	if n := ask[int](p, `history.length`); n != length {
		t.Errorf("the history has %d steps, and had %d", n, length)
	}
}

// TestTypedAddress types addresses that lead on by one event, to nowhere, and to no position at all. Each is obeyed
// once, and then shows where the page stands.
func TestTypedAddress(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9"))+"#p=150")
	p.await(drawn)
	// What is said passes as the page moves on, so it is written down when it comes.
	ask[bool](p, `(window.told = [], new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n =>
		told.push(n.textContent)))).observe(document.querySelector("#toasts"), {childList: true}), true)`)
	for _, x := range []struct{ address, stands string }{
		{"p=-1", "149"}, {"p=nowhere", "149"}, {"p=", "149"}, {"", "149"}, {"p=41%2644&run=3", "44"},
	} {
		ask[bool](p, `(location.hash = `+quoted(x.address)+`, true)`)
		p.stand(x.stands)
	}
	told := ask[string](p, `told.join("; ")`)
	if n := strings.Count(told, `no event "nowhere"`) + strings.Count(told, `no position "nowhere"`); n != 1 {
		t.Errorf("that there is nowhere no position is said %d times: %s", n, told)
	}
}

// TestLinkElsewhere opens the end of the address of one page behind that of another, of the same recording: it stands
// at the same position, with the same thread in focus, and the title names the run. On another recording the page says
// so, and stands where it stood.
func TestLinkElsewhere(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9"))+"#p=150")
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(({app}) => app.command("thread teller1.1")).then(() => true)`)
	p.await(`new URLSearchParams(location.hash.slice(1)).get("t") === "teller1.1"`)
	link := ask[string](p, `location.hash`)
	if title := ask[string](p, `document.title`); !strings.Contains(title, "bank seed 9, CHECK FAILED") {
		t.Errorf("the title is %s", title)
	}
	const at = `import("./js/main.js").then(({app}) => app.state.position + " " + app.state.focus.thread)`
	other := open(t, serve(t, record(t, "bank", "--seed", "9"))+link)
	other.await(drawn)
	other.settle()
	if got := ask[string](other, at); got != "150 teller1.1" {
		t.Errorf("the link %s leads to %s", link, got)
	}
	wrong := open(t, serve(t, record(t, "bank", "--seed", "8"))+link)
	wrong.await(drawn)
	wrong.settle()
	told := ask[string](wrong, `document.querySelector("#toasts").textContent`)
	if !strings.Contains(told, "another recording") {
		t.Errorf("it says %q", told)
	}
}
