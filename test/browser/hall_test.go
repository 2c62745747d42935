package browser_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestHall makes everything larger, as for a lecture hall: the page still fits into the window, menus open where they
// belong, and the mouse finds the events that it points at. The size is kept.
func TestHall(t *testing.T) {
	url := serve(t, record(t, "philosophers", "--seed", "26"))
	p := open(t, "about:blank")
	p.do(chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(url))
	p.await(settled)
	high := ask[float64](p, `document.querySelector("#top h1").getBoundingClientRect().height`)
	p.do(chromedp.Click(`[aria-label="how large everything is"]`))
	if !ask[bool](p, `(b => b.left >= 0 && b.right <= innerWidth)(document.querySelector(".popup").getBoundingClientRect())`) {
		t.Error("the menu of sizes sticks out")
	}
	ask[bool](p, `([...document.querySelectorAll(".popup [role=menuitem]")].at(-1).click(), true)`)
	p.await(settled)
	p.settle()
	if now := ask[float64](p, `document.querySelector("#top h1").getBoundingClientRect().height`); now < 1.9*high {
		t.Errorf("the name of the program was %v pixels high, and is %v, twice as large", high, now)
	}
	if !ask[bool](p, `(b => b.width <= innerWidth + 1 && Math.abs(b.height - innerHeight) < 2)(document.body.getBoundingClientRect())`) {
		t.Error("the page does not fit into the window")
	}
	p.do(chromedp.Click(`.menus button:last-child`))
	if !ask[bool](p, `((m, b) => m.left >= 0 && m.right <= innerWidth && m.bottom <= innerHeight && Math.abs(m.left - b.left) < 2)
		(document.querySelector(".popup").getBoundingClientRect(), document.querySelector(".menus button:last-child").getBoundingClientRect())`) {
		t.Error("the menu of windows does not stand below its button, or sticks out")
	}
	ask[bool](p, `(document.activeElement.blur(), `+lanes+`.app.layout.alone("diagram"), true)`)
	p.settle()
	ask[bool](p, `(`+lanes+`.closeUp(), true)`)
	const mark = lanes + `.marks.get(` + lanes + `.view)?.findLast(m => m.lane === 3)`
	p.await(mark)
	event := ask[int](p, mark+`.event`)
	point := ask[[]float64](p, `(d => {
		const box = d.canvas.getBoundingClientRect(), row = d.rows.of(3), n = d.canvas.currentCSSZoom
		return [box.left + n * d.view.x(`+mark+`.event - 0.5), box.top + n * (22 + row.y + row.height / 2 - d.view.top)]
	})(`+lanes+`)`)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, point[0], point[1]))
	p.await(`document.querySelector(".diagram-tip").hidden === false`)
	if !ask[bool](p, `(b => b.left >= 0 && b.right <= innerWidth && Math.abs(b.left - `+lanes+`.canvas.getBoundingClientRect().left) < innerWidth)
		(document.querySelector(".diagram-tip").getBoundingClientRect())`) {
		t.Error("what is said beside the pointer is out of sight")
	}
	p.do(chromedp.MouseClickXY(point[0], point[1]))
	p.await(lanes + `.event?.number === ` + strconv.Itoa(event))
	p.do(chromedp.Reload())
	p.await(drawn)
	if ask[float64](p, `document.body.currentCSSZoom`) != 2 {
		t.Error("the size is not kept")
	}
}

// TestPicture saves a picture of the diagram: an image that shows the names, the strip and the lanes, under a name that
// says of what it is.
func TestPicture(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	p.settle()
	saved := ask[string](p, `(async d => {
		const make = URL.createObjectURL, click = HTMLAnchorElement.prototype.click
		let blob, name
		URL.createObjectURL = b => make(blob = b)
		HTMLAnchorElement.prototype.click = function () { name = this.download }
		await d.savePicture()
		const image = await createImageBitmap(blob), c = new OffscreenCanvas(image.width, image.height).getContext("2d")
		c.drawImage(image, 0, 0)
		const inked = (x, y, w, h) => {
			const {data} = c.getImageData(x, y, w, h), colours = new Set()
			for (let i = 0; i < data.length; i += 4) colours.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2])
			return colours.size > 3
		}
		const n = d.dpr, left = d.header.element.offsetWidth
		return [name, image.width === Math.round((left + d.view.width) * n), inked(0, 0, image.width, 30 * n), inked(0, 100 * n, left * n, 200 * n),
			inked(left * n, 30 * n, 300 * n, 46 * n), inked(left * n, 100 * n, 300 * n, 200 * n)].join()
	})(`+lanes+`)`)
	if want := "bank-9-at-319.png,true,true,true,true,true"; saved != want {
		t.Errorf("saved is %s, want %s", saved, want)
	}
}
