package browser_test

import (
	"strconv"
	"testing"
)

// TestLive makes a run in the page, choice by choice, by clicks: two philosophers come to a stop. It grows in all
// windows.
func TestLive(t *testing.T) {
	p := open(t, serve(t, "philosophers", "--seed", "2", "--n", "2", "--meals", "1", "--think", "1", "--live"))
	p.await(drawn)
	const stands = `document.querySelector("#top .where").textContent`
	ask[bool](p, `import("./js/main.js").then(async m => { await m.app.command("goto end+7"); return true })`)
	p.await(stands + `.includes("after event 7")`)
	p.window("hand")
	for i, name := range []string{"plato", "kant", "plato", "kant"} {
		find := `[...document.querySelectorAll("#w-hand tbody button")].find(b => b.textContent === "table.` + name + `")`
		p.await(`Boolean(` + find + `)`)
		ask[bool](p, `(`+find+`.click(), true)`)
		p.await(stands + `.includes("after event ` + strconv.Itoa(8+i) + `, the last so far")`)
	}
	ask[bool](p, `import("./js/main.js").then(async m => { await m.app.call("continue", {}); return true })`)
	p.await(stands + `.includes("at the end") && document.querySelector("#top .run").textContent.includes("DEADLOCK")`)
	p.await(`document.querySelector("#w-hand").textContent.includes("Nobody can go next here")`)
}

// TestLiveGrows: while a run is made, the page says how far it is. A button halts it there, and then it goes on.
func TestLiveGrows(t *testing.T) {
	p := open(t, serve(t, "philosophers-fixed", "--seed", "2", "--meals", "1000", "--think", "1000", "--live"))
	p.await(drawn)
	const stands, halt = `document.querySelector("#top .where").textContent`, `document.querySelector("#status .stop")`
	for range 2 {
		ask[bool](p, `import("./js/main.js").then(m => { m.app.call("continue", {}); return true })`)
		p.await(stands + `.match(/^event \d+ so far, at/) !== null`)
		p.await(halt + `?.textContent === "Halt"`)
		ask[bool](p, `(`+halt+`.click(), true)`)
		p.await(stands + `.includes("the last so far") && ` + halt + ` === null`)
	}
}

// TestLiveKept: a run of which only the last part is kept goes on, and the page knows where what is left of it begins.
func TestLiveKept(t *testing.T) {
	p := open(t, serve(t, "stock", "--orders", "0", "--seed", "7", "--live", "--keep", "20000events"))
	p.await(drawn)
	const stands = `document.querySelector("#top .where").textContent`
	for _, there := range []string{"60000", "120000"} {
		ask[bool](p, `import("./js/main.js").then(m => { m.app.command("goto `+there+`"); return true })`)
		p.await(stands + `.includes("after event ` + there + `, the last so far")`)
		ask[bool](p, `import("./js/main.js").then(m => { m.app.command("start"); return true })`)
		p.await(stands + `.includes("at the beginning of the recording")`)
	}
	p.await(drawn)
	ask[bool](p, `import("./js/main.js").then(m => { m.app.show("rpcs"); return true })`)
	p.await(`document.querySelector("#w-rpcs").textContent.match(/event [1-9]\d+ and later: what was before is not known/) !== null`)
}
