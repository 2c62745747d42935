package browser_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// drop drops a file on the page, as from a desktop.
func (p *tab) drop(file string) {
	p.t.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{file}, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter,
		input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		p.do(func(ctx context.Context, t *chromedp.Target) (v chromedp.Void, err error) {
			_, err = cdp.Call(ctx, t, input.DispatchDragEvent,
				input.DispatchDragEventParams{Type: kind, X: 500, Y: 400, Data: data})
			return v, err
		})
	}
}

// TestCapsule drops capsules on the page of a server, of a site, and on one that is a file. A damaged one is told of,
// and nothing else happens. The other is gone through, and comes again when the page is loaded anew; back
// is where the page was.
func TestCapsule(t *testing.T) {
	dir := t.TempDir()
	whole, broken := filepath.Join(dir, "bank.capsule"), filepath.Join(dir, "x.capsule")
	page := filepath.Join(dir, "x.html")
	for _, args := range [][]string{
		{"capsule", record(t, "bank", "--seed", "9"), "-o", whole},
		{"web", "philosophers", "--seed", "7", "--export", page, "--one-file"},
	} {
		if out, err := exec.Command(machsim, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	repack(t, whole, broken, map[string][]byte{"run.rec": []byte("another")})
	large := make([]byte, 64<<20) // which it takes the browser a moment to keep
	_, _ = rand.NewChaCha8([32]byte{}).Read(large)
	repack(t, whole, whole, map[string][]byte{"large": large})
	for name, url := range map[string]string{
		"server": serve(t, "philosophers", "--seed", "7"), "site": exported(t, "philosophers", "--seed", "7"),
		"file": "file://" + page,
	} {
		t.Run(name, func(t *testing.T) { dropped(t, url, whole, broken) })
	}
}

// repack writes a capsule again, with other files, in place of those of their names or beside the rest.
func repack(t *testing.T, whole, file string, other map[string][]byte) {
	t.Helper()
	from, err := zip.OpenReader(whole)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	for _, f := range from.File {
		if _, replaced := other[f.Name]; !replaced {
			err = errors.Join(err, to.Copy(f))
		}
	}
	for name, data := range other {
		w, wrong := to.Create(name)
		if wrong == nil {
			_, wrong = w.Write(data)
		}
		err = errors.Join(err, wrong)
	}
	err = errors.Join(err, to.Close())
	if err := errors.Join(err, os.WriteFile(file, b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}

func dropped(t *testing.T, url, whole, broken string) {
	const program = `document.querySelector("#top h1")?.textContent`
	p := open(t, url)
	p.await(drawn)
	own := ask[string](p, program)
	p.drop(broken)
	p.await(`document.querySelector("#toasts").textContent.includes("run.rec is not what its manifest says")`)
	p.drop(whole)
	p.awaitAnew(drawn + ` && ` + program + ` === "bank"`)
	end := ask[string](p, where)
	p.do(chromedp.Click(`[aria-label="to the start"]`))
	p.await(where + ` !== ` + quoted(end))
	start := ask[string](p, where)
	p.do(chromedp.Reload())
	p.awaitAnew(drawn + ` && ` + program + ` === "bank" && ` + where + ` === ` + quoted(start))
	p.do(chromedp.NavigateBack())
	p.await(where + ` === ` + quoted(end))
	// A browser may have kept that page, and not load it again. It goes there once it has answered.
	ask[bool](p, `(setTimeout(() => history.back()), true)`)
	p.awaitAnew(drawn + ` && ` + program + ` === ` + quoted(own))
}
