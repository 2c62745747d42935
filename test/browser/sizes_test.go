package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSizes opens the page as wide as screens are, down to that of a telephone: the program, the seed, the outcome and
// the position can be read at the top, and each window is wide and high enough to be used.
func TestSizes(t *testing.T) {
	file := record(t, "philosophers", "--seed", "26")
	for _, size := range [][2]int64{{1920, 1000}, {1280, 800}, {800, 900}, {500, 800}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			url := serve(t, file)
			p := open(t, "about:blank")
			p.do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(url))
			p.await(drawn)
			p.settle()
			const about = `[...document.querySelector("#top .about").children]`
			want := "philosophers | seed 26; DEADLOCK: 5 threads wait in a cycle | at the end, after event 92"
			if said := ask[string](p, about+`.map(e => e.textContent).join(" | ")`); said != want {
				t.Errorf("the top begins with %q, want %q", said, want)
			}
			const cut = `.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.getBoundingClientRect().right > innerWidth)` +
				`.map(e => e.textContent).join()`
			if cut := ask[string](p, `[...document.querySelectorAll("#top .about *, #top button")]`+cut); cut != "" {
				t.Errorf("cut off at the top: %s", cut)
			}
			small := ask[string](p, `[...document.querySelectorAll(".stack")].map(e => e.getBoundingClientRect())
				.filter(b => b.width < 400 || b.height < 200 || b.left < 0 || b.right > innerWidth).map(b => JSON.stringify(b)).join()`)
			if small != "" {
				t.Errorf("windows that are too small, or stick out: %s", small)
			}
			ask[bool](p, `import("./js/main.js").then(async ({app}) => { app.show("events"); app.show("diagram"); await app.goto("30"); return true })`)
			p.settle()
			if ask[int](p, `document.getElementById("desk").scrollTop`) > 1 {
				t.Error("the first window is out of sight after a motion")
			}
			ask[bool](p, `import("./js/main.js").then(async ({app}) => { app.show("variables"); return true })`)
			p.await(`(b => b.top >= 0 && b.bottom <= innerHeight)(document.getElementById("w-variables").getBoundingClientRect())`)
		})
	}
}

// TestTopLine steps to a statement, and wants the top to say its line.
func TestTopLine(t *testing.T) {
	p := open(t, serve(t, record(t, "philosophers", "--seed", "26"))+"#p=60")
	p.await(where + `?.startsWith("after event 60 of 92")`)
	ask[bool](p, `import("./js/main.js").then(async ({app}) => { await app.command("step"); return true })`)
	p.await(where + `.startsWith("after event ") && ` + where + `.includes("before philosophers.go:")`)
}
