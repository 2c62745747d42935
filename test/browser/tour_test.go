package browser_test

import "testing"

// TestTwice goes through the story of a call that was executed twice, from the check that failed to the reply that was
// lost; its run is recorded from within the page.
func TestTwice(t *testing.T) {
	p := open(t, serve(t, "philosophers", "--seed", "26"))
	p.await(drawn)
	p.window("tour")
	ask[bool](p, `import("./js/main.js").then(m => { m.app.select({tour: "twice"}); return true })`)
	const record = `[...document.querySelectorAll("#w-tour button")].find(b => b.textContent === "counter, seed 2")`
	p.await(`Boolean(` + record + `)`)
	ask[bool](p, `(`+record+`.click(), true)`)
	p.awaitAnew(drawn + ` && document.querySelector("#top .run").textContent.includes("the number is 5")`)
	p.await(drawn)
	p.window("tour")
	const next = `document.querySelector("#w-tour button.main")`
	for _, wants := range []string{
		`document.querySelector("#top .where").textContent.includes("at the end")`,
		`document.querySelector("#w-rpcs")?.textContent.includes("executed, reply lost")`,
		`document.querySelector("#top .where").textContent.includes("after event 155")`,
		`document.querySelector("#w-rpcs").textContent.includes("reply lost")`,
		`document.querySelector("#top .where").textContent.includes("after event 175")`,
		`document.querySelector("#w-tour").textContent.includes("counter-fixed")`,
	} {
		p.await(`Boolean(` + next + `) && document.querySelector("[aria-busy=true]") === null`)
		ask[bool](p, `(`+next+`.click(), true)`)
		p.await(wants)
	}
}
