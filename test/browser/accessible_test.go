package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// controls are the roles of what a person does something with.
var controls = []string{"button", "textbox", "combobox", "checkbox", "tab", "menuitem", "link", "option", "treeitem",
	"spinbutton", "application", "splitter"}

// shapes are the roles of what else has to have a name, so that one knows what one is in.
var shapes = []string{"table", "grid", "columnheader", "image", "toolbar", "dialog", "tree", "listbox",
	"tablist", "navigation"}

// TestAccessible opens every window, and wants of each control, as screen readers see it, a name, and that the keyboard
// can get to it.
func TestAccessible(t *testing.T) {
	p := open(t, serve(t, record(t, "bank", "--seed", "9")))
	p.await(drawn)
	seen := map[string]int{}
	for _, preset := range []string{"overview", "source", "waits", "messages", "whatif"} {
		ask[bool](p, `import("./js/main.js").then(async ({app}) => { app.layout.arrange(`+quoted(preset)+`); await app.refresh(); return true })`)
		p.settle()
		for _, n := range tree(p) {
			role := word(n.Role)
			if !n.Ignored && slices.Contains(shapes, role) && word(n.Name) == "" {
				t.Errorf("%s: a %s has no name", preset, role)
			}
			if n.Ignored || !slices.Contains(controls, role) {
				continue
			}
			seen[role]++
			if word(n.Name) == "" {
				t.Errorf("%s: a %s has no name", preset, role)
			}
			focusable := slices.ContainsFunc(n.Properties, func(q *accessibility.Property) bool {
				return q.Name == accessibility.PropertyNameFocusable && word(q.Value) == "true"
			})
			disabled := slices.ContainsFunc(n.Properties, func(q *accessibility.Property) bool {
				return q.Name == accessibility.PropertyNameDisabled && word(q.Value) == "true"
			})
			if !focusable && !disabled && role != "option" && role != "treeitem" {
				t.Errorf("%s: the keyboard does not get to the %s %q", preset, role, word(n.Name))
			}
		}
	}
	if seen["button"] < 50 || seen["tab"] < 10 {
		t.Errorf("too few controls were seen: %v", seen)
	}
}

// tree is the page as screen readers see it.
func tree(p *tab) []*accessibility.Node {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	r, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return r.Nodes
}

// word is a value of that tree as text.
func word(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var x any
	if json.Unmarshal(v.Value, &x) != nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(x))
}

// touch moves fingers over the page: each step has the place of every finger.
func (p *tab) touch(steps ...[]input.TouchPoint) {
	p.t.Helper()
	send := func(kind input.DispatchTouchEventType, points []input.TouchPoint) {
		var all []*input.TouchPoint
		for i := range points {
			id := float64(i)
			points[i].ID = &id
			all = append(all, &points[i])
		}
		p.do(func(ctx context.Context, t *chromedp.Target) (v chromedp.Void, err error) {
			_, err = cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: all})
			return v, err
		})
	}
	for i, points := range steps {
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		send(kind, points)
	}
	send(input.DispatchTouchEventTypeTouchEnd, nil)
}

// TestTouch pinches the diagram with two fingers, and moves it with one.
func TestTouch(t *testing.T) {
	p := openLanes(t, "bank", "--seed", "9")
	box := ask[[]float64](p, `(b => [b.left, b.top, b.width, b.height])(`+lanes+`.canvas.getBoundingClientRect())`)
	x, y := box[0]+box[2]/2, box[1]+box[3]*0.7
	at := func(places ...float64) (all []input.TouchPoint) {
		for _, dx := range places {
			all = append(all, input.TouchPoint{X: x + dx, Y: y})
		}
		return all
	}
	scale := ask[float64](p, lanes+`.view.scale`)
	p.touch(at(-30, 30), at(-60, 60), at(-120, 120))
	p.await(fmt.Sprintf(lanes+`.view.scale < %g`, scale/2))
	from := ask[float64](p, lanes+`.view.from`)
	p.touch(at(100), at(40), at(-60))
	p.await(fmt.Sprintf(lanes+`.view.from > %g`, from))
}

// TestPrinted prints the page, which is dark on the screen and light on paper, and holds no controls there. With -shots
// the PDF can be looked at.
func TestPrinted(t *testing.T) {
	p := openLanes(t, "philosophers", "--seed", "26")
	p.media("screen")
	p.await(corner + dark)
	p.media("print")
	for _, what := range []string{".toolbar", ".panel form", "#w-prompt", ".diagram-tools button"} {
		seen := ask[bool](p, `[...document.querySelectorAll(`+quoted(what)+`)].some(e => e.checkVisibility())`)
		if seen {
			t.Errorf("%s is printed", what)
		}
	}
	p.media("screen")
	if light := ask[int](p, `(dispatchEvent(new Event("beforeprint")), `+corner+`)`); light < 200 {
		t.Errorf("the diagram is printed on a ground of %d", light)
	}
	ask[bool](p, `dispatchEvent(new Event("afterprint"))`)
	p.await(corner + dark)
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF())
	if err != nil || len(pdf) < 20_000 {
		t.Errorf("the page is printed as %d bytes, %v", len(pdf), err)
	}
	if *shots != "" {
		if err := os.WriteFile(filepath.Join(*shots, "printed.pdf"), pdf, 0o666); err != nil {
			t.Error(err)
		}
	}
}

// corner is how light the diagram is where no event is drawn, from 0 to 255: the least of its colours there, with the
// little that tints what lies ahead of the position. dark is how light it is at most in dark colours.
const (
	corner = `Math.min(...(c => c.getContext("2d").getImageData(c.width - 3, c.height - 3, 1, 1).data)(` + lanes + `.canvas))`
	dark   = ` < 60`
)

// media shows the page in dark colours on the screen, or as it is printed from there.
func (p *tab) media(name string) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	_, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name,
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	})
	if err != nil {
		p.t.Fatal(err)
	}
}
