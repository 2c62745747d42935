package browser_test

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestQuery opens an address with a query in it, which is shown and not asked. Asked by a person, it answers rows,
// which lead to events and are marked in the strip above the lanes.
func TestQuery(t *testing.T) {
	const query = "SELECT n, thread FROM events WHERE kind = 'message-transmission' LIMIT 5"
	p := open(t, serve(t, record(t, "bank", "--seed", "9"))+"#q="+url.QueryEscape(query))
	p.await(settled)
	const rows = `document.querySelectorAll("#w-query tbody tr").length`
	p.await(`document.querySelector("#w-query textarea")?.value === ` + quoted(query))
	if n := ask[int](p, rows); n > 0 {
		t.Errorf("a query of the address was asked: %d rows", n)
	}
	p.do(chromedp.Click(`#w-query button[type=submit]`))
	p.await(rows + ` === 5`)
	p.await(lanes + `.overview.marks.some(m => m.kind === "row" && m.events.length === 5)`)
	p.do(chromedp.Click(`#w-query tbody .link`))
	p.await(lanes + `.app.state.position !== "319"`)
}

// TestQueryTables chooses a table, and two of its columns.
func TestQueryTables(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9"))+"#q=x")
	p.await(settled)
	p.await(`document.querySelectorAll("#w-query select option").length > 3`)
	ask[bool](p, `(() => { const s = document.querySelector("#w-query select"); s.value = "events";
		s.dispatchEvent(new Event("change"));
		const column = name => [...document.querySelectorAll("#w-query .fields .link")].find(b => b.textContent === name)
		column("n").click(); column("thread").click(); return true })()`)
	p.await(`document.querySelector("#w-query textarea").value === "SELECT n, thread FROM events LIMIT 20"`)
	p.do(chromedp.Click(`#w-query button[type=submit]`))
	p.await(`document.querySelectorAll("#w-query tbody tr").length === 20`)
}

// TestQueryMistake asks for a column that there is not. The sign that says where the mistake is stands below it.
func TestQueryMistake(t *testing.T) {
	p := open(t, serve(t, record(t, "hello", "--seed", "7"))+"#q="+url.QueryEscape("SELECT n, nothing FROM events"))
	p.await(settled)
	p.await(`document.querySelector("#w-query textarea")?.value`)
	p.do(chromedp.Click(`#w-query button[type=submit]`))
	p.await(`document.querySelector("#w-query .mistake")`)
	below := ask[bool](p, `(e => { const [query, sign] = e.innerText.split("\n");
		return query.indexOf("nothing") === sign.indexOf("^") && getComputedStyle(e).whiteSpace.startsWith("pre") })(
		document.querySelector("#w-query .mistake"))`)
	if !below {
		t.Errorf("the mistake is told by %q", ask[string](p, `document.querySelector("#w-query .mistake").innerText`))
	}
}
