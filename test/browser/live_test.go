package browser_test

import (
	"strings"
	"testing"
)

// TestLive makes a run in the page, choice by choice: it grows in all windows, and what is chosen is done to it.
func TestLive(t *testing.T) {
	p := open(t, serve(t, "philosophers", "--seed", "7", "--live"))
	p.await(drawn)
	say := func(line string) string {
		t.Helper()
		return ask[string](p, `import("./js/main.js").then(async m => JSON.stringify(await m.app.command(`+quoted(line)+`)))`)
	}
	say("goto end+14")
	p.await(`document.querySelector("#top .where").textContent.includes("after event 14")`)
	for _, name := range []string{"plato", "kant", "hume", "hegel", "locke"} {
		if text := say("choose table." + name); !strings.Contains(text, "here and now") {
			t.Errorf("choose %s says %s", name, text)
		}
	}
	p.await(`document.querySelector("#top .where").textContent.includes("after event 19")`)
	say("continue")
	p.await(`document.querySelector("#top .where").textContent.includes("at the end")`)
}
