package browser_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write screenshots of pages to look at into `DIR`, and those of docs/WEB.md")

// scenes are what the screenshots show: a run, where the page stands in it, and what is done there.
var scenes = []struct {
	name     string
	run      []string
	position string
	doc      bool   // it is one of the pictures of docs/WEB.md
	do       string // JavaScript, with app; wait waits until something can be found on the page
}{
	{"deadlock", []string{"philosophers", "--seed", "26"}, "end", true, ``},
	{"lost", []string{"bank", "--seed", "7"}, "past 150", false, `app.layout.arrange("source");
		await app.select({thread: "bank"}); await app.select({watch: "balance"}); app.show("source")`},
	{"delays", []string{"bank", "--seed", "9"}, "past 150", false, `app.show("delays")`},
	{"partition", []string{"lease", "--seed", "6", "--faults", "cut=2"}, "past 415", false, `app.show("delays"); app.show("net")`},
	{"long", []string{"bank-fixed", "--seed", "1", "--tellers", "10", "--transfers", "1000"}, "50000", false, ``},
	{"fork", []string{"philosophers", "--seed", "26"}, "88", false, `await app.call("command", {line: "choose kant"});
		app.layout.arrange("whatif")`},
	{"races", []string{".", "--seed", "1", "--preempt"}, "end", false, `app.show("races"); app.show("threads")`},
	{"faults", []string{".", "--seed", "3", "--faults", "loss=2,dup=2,reorder=2,cut=1"}, "end", false, `app.show("net")`},
	{"whatif", []string{"bank", "--seed", "9"}, "150", false, `app.layout.arrange("whatif"); app.show("messages")`},
	{"calls", []string{"bank", "--seed", "9"}, "150", false, `app.show("rpcs")`},
	{"overview", []string{"bank", "--seed", "9"}, "150", false, `await app.command("stop if blocked by teller1.1");
		await app.command("break bank.go:88"); await app.select({changes: "account[2]"}); app.show("changes")`},
	{"linear", []string{"bank", "--seed", "9"}, "end", false, `app.show("linear");
		await app.select({linear: "map:port=bank"})`},
	{"explore", []string{"philosophers", "--seed", "26"}, "end", false, `app.show("explore"); await app.refresh();
		await wait("#w-explore option[value=bank]"); document.querySelector("#w-explore form button").click();
		await wait("#w-explore .verdict")`},
	{"cause", []string{"philosophers", "--seed", "26"}, "end", false, `app.show("cause"); await app.refresh();
		document.querySelector("#w-cause button").click(); await wait("#w-cause svg.curve")`},
	{"claims", []string{"access", "--seed", "26"}, "end", false, `app.show("explore"); await app.refresh();
		await wait("#w-explore option[value=access]"); document.querySelectorAll("#w-explore form button")[1].click();
		document.querySelector("#w-explore .claiming input").value = "a.using = 1 and worker1.using = 1";
		document.querySelector("#w-explore form button").click(); await wait("#w-explore .verdict")`},
	{"contrast", []string{"access", "--seed", "26"}, "end", false, `app.show("contrast"); await app.refresh();
		await wait("#w-contrast option[value=access]"); document.querySelectorAll("#w-contrast form button")[1].click();
		document.querySelector("#w-contrast .claiming input").value = "a.using = 1 and worker1.using = 1";
		document.querySelector("#w-contrast input[type=number]").value = 60;
		document.querySelector("#w-contrast form button").click(); await wait("#w-contrast .verdict")`},
	{"verify", []string{"philosophers", "--seed", "26"}, "end", false, `app.show("verify"); await app.refresh();
		await wait("#w-verify option[value=bank]"); document.querySelector("#w-verify form button").click();
		await wait("#w-verify .verdict")`},
	{"shrink", []string{"philosophers", "--seed", "26"}, "end", false, `app.show("shrink"); await app.refresh();
		document.querySelector("#w-shrink form button").click(); await wait("#w-shrink .verdict, #w-shrink [role=alert]")`},
	{"local", []string{"bank", "--seed", "9"}, "end", false, `app.show("query"); await app.refresh();
		document.querySelector("#w-query textarea").value = "SELECT r.n, r.peer AS teller, l.position, l.line, l.new " +
			"FROM events r JOIN local('balance') l ON l.n = r.n WHERE r.type = 'put' LIMIT 6";
		document.querySelector("#w-query form button").click(); await wait("#w-query tbody tr")`},
	{"tour", []string{"philosophers", "--seed", "26"}, "end", false, `app.show("tour"); await app.refresh();
		document.querySelector("#w-tour button.main").click(); await new Promise(done => setTimeout(done, 500));
		document.querySelector("#w-tour button.main").click(); await new Promise(done => setTimeout(done, 500))`},
}

// sizes are a laptop's screen and a wide one.
var sizes = map[string][2]int64{"laptop": {1366, 768}, "wide": {1920, 1080}}

// TestShots makes screenshots for a person to look at, and the pictures of docs/WEB.md: go test -run Shots -shots DIR.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("screenshots are made with -shots DIR")
	}
	if err := os.MkdirAll(*shots, 0o777); err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{"faults": own(t, datagrams)}
	gates := own(t, racy)
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			dir := cmp.Or(programs[s.name], gates)
			url := serveIn(t, dir, recordIn(t, dir, s.run...)) + "#p=" + s.position
			for name, size := range sizes {
				p := open(t, "about:blank")
				p.do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(url))
				ask[bool](p, `(localStorage.clear(), true)`) // how the windows stood on the other screen
				p.do(chromedp.Reload())
				p.await(drawn)
				ask[bool](p, `import("./js/main.js").then(async ({app}) => { `+waiting+s.do+`; await app.refresh(); return true })`)
				p.settle()
				p.shoot(filepath.Join(*shots, fmt.Sprintf("%s-%s.png", s.name, name)))
				if s.doc && name == "laptop" {
					p.shoot("../../docs/web-" + s.name + ".png")
				}
				p.media("screen") // dark
				p.settle()
				p.shoot(filepath.Join(*shots, fmt.Sprintf("%s-%s-dark.png", s.name, name)))
			}
		})
	}
}

// waiting is the function wait of the scenes.
const waiting = `const wait = async what => { while (!document.querySelector(what)) await new Promise(done => setTimeout(done, 50)) }; `

// racy is a program whose threads share a variable with nothing between them.
const racy = `// Package own has two gates that count visitors.
package own

import (
	"machsim/cthreads"
	"machsim/kernel"
)

// Program is what machsim runs.
var Program = kernel.Program{Name: "gates", Doc: "two gates count visitors", Main: setUp}

func setUp(b *kernel.Boot) {
	b.Task(0, "fair", fair)
}

func fair(th *kernel.Thread) {
	visitors := 0
	th.Watch("visitors", &visitors)
	gate := func(*kernel.Thread) {
		visitors++
	}
	north := cthreads.Fork(th, "north", gate)
	south := cthreads.Fork(th, "south", gate)
	cthreads.Join(th, north)
	cthreads.Join(th, south)
	th.Check(visitors == 2, "2 visitors came, and %d were counted", visitors)
}
`

// settle waits until nothing has been drawn for a while, so that a picture shows what a person sees.
func (p *tab) settle() {
	p.t.Helper()
	ask[bool](p, `new Promise(done => {
	let last = -1
	const look = () => {
		const n = performance.getEntriesByName("machsim-drawn").length
		n === last ? done(true) : setTimeout(look, 700)
		last = n
	}
	look()
})`)
}
