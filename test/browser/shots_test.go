package browser_test

import (
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
	do       string // JavaScript, with app
}{
	{"deadlock", []string{"philosophers", "--seed", "26"}, "end", true, ``},
	{"lost", []string{"bank", "--seed", "7"}, "past 150", false, `app.layout.arrange("source");
		await app.select({thread: "bank"}); await app.select({watch: "balance"}); app.show("source")`},
	{"delays", []string{"naming", "--seed", "7"}, "past 60", false, `app.show("delays")`},
	{"partition", []string{"failover", "--seed", "7"}, "past 144", false, `app.show("delays"); app.show("net")`},
	{"long", []string{"bank-fixed", "--seed", "1", "--tellers", "10", "--transfers", "1000"}, "50000", false, ``},
	{"fork", []string{"philosophers", "--seed", "26"}, "88", false, `await app.call("command", {line: "choose kant"});
		app.layout.arrange("whatif")`},
	{"races", []string{"buffer", "--seed", "7"}, "end", false, `app.show("races"); app.show("ports")`},
	{"whatif", []string{"bank", "--seed", "9"}, "150", false, `app.layout.arrange("whatif"); app.show("messages")`},
	{"calls", []string{"bank", "--seed", "9"}, "150", false, `app.show("rpcs")`},
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
	for _, s := range scenes {
		url := serve(t, record(t, s.run...)) + "#p=" + s.position
		for name, size := range sizes {
			p := open(t, "about:blank")
			p.do(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(url))
			p.await(drawn)
			if s.do != "" {
				ask[bool](p, `import("./js/main.js").then(async ({app}) => { `+s.do+`; await app.refresh(); return true })`)
			}
			p.settle()
			p.shoot(filepath.Join(*shots, fmt.Sprintf("%s-%s.png", s.name, name)))
			if s.doc && name == "laptop" {
				p.shoot("../../docs/web-" + s.name + ".png")
			}
		}
	}
}

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
