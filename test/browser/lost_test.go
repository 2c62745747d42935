package browser_test

import (
	"strings"
	"testing"
)

// TestLost plays, and zooms to where the lanes were never drawn, when machsim does not answer any more. The page says
// so once, plays no more, and asks no more by itself. When machsim answers again, the lanes are drawn.
func TestLost(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	calls := ask[[]int](p, `(async d => {
		const {client} = d, send = client.send, calls = [], frame = () => new Promise(requestAnimationFrame)
		const error = Object.assign(new Error("machsim does not answer"), {hint: "", kind: "lost"})
		let n = 0
		await d.app.goto("10")
		client.send = async () => { n++; throw error }
		for (let i = 0; i < 3; i++) { d.play.toggle(1); while (d.play.way) await frame() }
		d.zoomAt(0.01, 40)
		d.app.mark([])
		for (let i = 0; i < 20; i++) await frame()
		calls.push(n)
		for (let i = 0; i < 20; i++) await frame()
		calls.push(n)
		client.send = send
		d.redraw()
		return calls
	})(`+lanes+`)`)
	if calls[0] != calls[1] {
		t.Errorf("%d calls are made while nobody moves", calls[1]-calls[0])
	}
	told := ask[string](p, `document.querySelector("#toasts").textContent`)
	if n := strings.Count(told, "does not answer"); n != 1 {
		t.Errorf("that machsim does not answer is said %d times", n)
	}
	p.await(settled + ` && ` + lanes + `.marks.get(` + lanes + `.view)?.length`)
}
