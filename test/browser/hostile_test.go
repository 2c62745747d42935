package browser_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// own makes a module with a program of one's own, and returns its directory.
func own(t *testing.T, program string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "own")
	out, err := exec.Command(machsim, "new", dir).CombinedOutput()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "own.go"), []byte(program), 0o666)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// hostile is a program whose names, texts and messages are markup, change the direction of writing, and are very long.
// A wire is cut in it, and mended again.
const hostile = `// Package own has names that want to be something else.
package own

import (
	"strings"

	"machsim/kernel"
)

// Program is what machsim runs.
var Program = kernel.Program{Name: "own", Doc: "names that want to be something else", Main: setUp}

const evil = "<img src=x onerror=alert(1)>"

type note struct{ Text string }

func setUp(b *kernel.Boot) {
	here, there := b.Host(evil), b.Host("\u202egnorw yaw")
	var port, to kernel.Name
	server := b.Task(here, strings.Repeat("long ", 200), func(th *kernel.Thread) {
		text := ""
		th.Watch(evil, &text)
		for range 3 {
			text = kernel.Must(kernel.Receive[note](th, port)).Body.Text
		}
		th.Printf("%s\n", text)
		th.Check(text == "", "%s", evil)
	})
	port = b.Port(server, "</script><script>alert(2)</script>")
	client := b.Task(there, "\"'><svg onload=alert(3)>", func(th *kernel.Thread) {
		th.Label(evil)
		for range 3 {
			kernel.Must(0, kernel.Send(th, to, note{evil + strings.Repeat("\u202e", 50)}))
		}
	})
	to = b.Send(server, port, client)
}
`

// TestHostileNames opens every window of a run whose names are markup and worse. All are shown as text, and nothing
// makes the page wider than the screen.
func TestHostileNames(t *testing.T) {
	dir := own(t, hostile)
	p := open(t, serveIn(t, dir, ".", "--seed", "1"))
	p.await(drawn)
	names := ask[[]string](p, `import("./js/main.js").then(m => [...m.app.layout.windows.keys()])`)
	for _, name := range names {
		ask[bool](p, `import("./js/main.js").then(async m => { m.app.show(`+quoted(name)+`); await m.app.refresh(); return true })`)
	}
	p.settle()
	if n := ask[int](p, `document.querySelectorAll("img, svg [onload], script:not([src])").length`); n > 0 {
		t.Errorf("%d elements came out of names", n)
	}
	if !ask[bool](p, `document.body.textContent.includes("<img src=x onerror=alert(1)>")`) {
		t.Error("no window shows the name")
	}
	if wide := ask[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("the page is %d pixels wider than the screen", wide)
	}
	if bad := ask[string](p, `document.querySelector("#toasts").textContent`); bad != "" {
		t.Error(bad)
	}
}
