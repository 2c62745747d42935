package browser_test

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for what a test waits for. It only ends tests that would fail.
const patience = time.Minute

// What all tests share: a directory with the executable, and one browser.
var (
	shared  string
	machsim string
	browser context.Context
)

func TestMain(m *testing.M) { os.Exit(all(m)) }

// all runs the tests with the executable and the browser, or skips them all.
func all(m *testing.M) int {
	chromium, found := lookFor("chromium", "chromium-browser", "google-chrome")
	if !found {
		fmt.Println("SKIP: chromium is not there, which these tests drive; on Debian: apt-get install chromium")
		return 0
	}
	var err error
	if shared, err = os.MkdirTemp("", "machsim-browser"); err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(shared)
	machsim = filepath.Join(shared, "machsim")
	build := exec.Command("go", "-C", "../..", "build", "-o", machsim, "./cmd/machsim")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Printf("%v\n%s", err, out)
		return 1
	}
	var stop context.CancelFunc
	if browser, stop, err = startBrowser(chromium); err != nil {
		fmt.Println("the browser does not start: ", err)
		return 1
	}
	defer stop()
	return m.Run()
}

func lookFor(names ...string) (path string, found bool) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// startBrowser starts a browser without a window, which asks nobody on the network for anything.
func startBrowser(path string) (context.Context, context.CancelFunc, error) {
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.DisableGPU, chromedp.UserDataDir(filepath.Join(shared, "profile")),
		chromedp.WindowSize(1600, 1000),
	}
	for _, flag := range []string{"disable-quic", "disable-background-networking", "disable-component-update",
		"disable-sync", "disable-extensions", "disable-default-apps", "hide-scrollbars", "mute-audio"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	if os.Getuid() == 0 { // chromium refuses to be root in its sandbox
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, err
	}
	return ctx, func() { end(); stop() }, nil
}

// tab is a page in the browser.
type tab struct {
	t     *testing.T
	ctx   context.Context
	ended chan []string // what was wrong, once the test is over
}

// open opens an address in a tab of its own, which is closed with the test.
func open(t *testing.T, url string) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser)
	p := &tab{t: t, ctx: ctx, ended: make(chan []string, 1)}
	console := chromedp.Console(ctx)
	go func() { p.ended <- listen(console) }()
	t.Cleanup(func() { p.finish(); end() })
	p.do(chromedp.Navigate(url))
	return p
}

// over is what the console says when a test is over, so that everything before it has been heard.
const over = "the test is over"

// listen returns what is wrong on a page: errors, exceptions, requests that fail, and violations of the content
// security policy, which the browser reports from its source security.
func listen(console iter.Seq2[chromedp.ConsoleMessage, error]) (wrong []string) {
	for m, err := range console {
		switch {
		case err != nil:
			return append(wrong, err.Error())
		case m.Text == over:
			return wrong
		case m.IsException(), m.Source == "security", m.Type == "error", m.Type == "assert":
			wrong = append(wrong, strings.TrimSpace(m.String()+" "+m.URL))
		}
	}
	return append(wrong, "the page has gone")
}

// finish reports what was wrong, and leaves a screenshot of a test that failed.
func (p *tab) finish() {
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf("console.info(%q)", over))); err != nil {
		p.t.Error(err)
		return
	}
	for _, text := range <-p.ended {
		p.t.Errorf("on the page: %s", text)
	}
	if p.t.Failed() {
		file := filepath.Join(p.t.ArtifactDir(), "page.png")
		p.shoot(file)
		p.t.Log("the page when it failed: ", file)
	}
}

// shoot writes a screenshot of what is visible.
func (p *tab) shoot(file string) {
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o666)
	}
	if err != nil {
		p.t.Error(err)
	}
}

// do takes steps, such as keys and clicks. An element that the page has drawn anew between the look for it and the
// click is looked for again.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for err != nil && strings.Contains(err.Error(), "Could not find node") && ctx.Err() == nil {
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
}

// ask evaluates an expression of JavaScript, which may be a promise.
func ask[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// await waits until an expression of JavaScript is true.
func (p *tab) await(expression string) {
	p.t.Helper()
	ask[bool](p, fmt.Sprintf(`new Promise(done => {
	const look = () => { (%s) ? done(true) : setTimeout(look, 10) }
	look()
})`, expression))
}

// awaitAnew waits until an expression is true on a page that may be loaded anew meanwhile. Each look has a time of its
// own: one that is asked of the page that goes may never be answered.
func (p *tab) awaitAnew(expression string) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	for {
		look, end := context.WithTimeout(ctx, patience/20)
		there, err := chromedp.Run(look, chromedp.Evaluate[bool](`Boolean(`+expression+`)`))
		end()
		switch {
		case err == nil && there:
			return
		case ctx.Err() != nil:
			p.t.Fatalf("%s: %v", expression, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// serve starts machsim web with these arguments, and returns the address that it says.
func serve(t *testing.T, args ...string) string {
	t.Helper()
	return serveIn(t, t.TempDir(), args...)
}

// serveIn starts it in a directory.
func serveIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command(machsim, append([]string{"web", "--no-browser"}, args...)...)
	c.Dir = dir
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Signal(os.Interrupt); _ = c.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, rest, found := strings.Cut(lines.Text(), "http://"); found {
			go func() { // what it says later must not block it
				for lines.Scan() {
				}
			}()
			return "http://" + strings.Fields(rest)[0]
		}
	}
	t.Fatal("machsim web says no address")
	return ""
}

// record makes a recording of a run, and returns its file.
func record(t *testing.T, args ...string) string {
	t.Helper()
	return recordIn(t, "", args...)
}

// recordIn makes it in a directory.
func recordIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.rec")
	c := exec.Command(machsim, append([]string{"run", "-o", file}, args...)...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if _, wrong := os.Stat(file); wrong != nil {
		t.Fatalf("%v: %v\n%s", wrong, err, out)
	}
	return file
}

// quoted is a text as JavaScript has it.
func quoted(text string) string { return strconv.Quote(text) }
