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

// scenes are what the screenshots show: a run, and where the page stands in it.
var scenes = []struct {
	name     string
	run      []string
	position string
	doc      bool // it is one of the pictures of docs/WEB.md
}{
	{"deadlock", []string{"philosophers", "--seed", "26"}, "end", true},
	{"lost", []string{"bank", "--seed", "7"}, "past 150", false},
	{"delays", []string{"naming", "--seed", "7"}, "past 60", false},
	{"partition", []string{"failover", "--seed", "7"}, "past 120", false},
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
