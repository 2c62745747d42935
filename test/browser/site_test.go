package browser_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// mostSite is how many bytes a site may have on its way to a browser.
const mostSite = 4_300_000

// exported writes the site of a run, and serves it as a plain server of files does.
func exported(t *testing.T, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	c := exec.Command(machsim, append([]string{"web", "--export", dir}, args...)...)
	c.Dir = t.TempDir()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	size := int64(0)
	_ = filepath.Walk(dir, func(_ string, info os.FileInfo, _ error) error {
		if !info.IsDir() {
			size += info.Size()
		}
		return nil
	})
	if size > mostSite {
		t.Errorf("the site has %d bytes, more than %d", size, mostSite)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// TestSite goes through a run without a server, gives a call up, and finds itself where it was.
func TestSite(t *testing.T) {
	p := open(t, exported(t, "philosophers", "--seed", "7"))
	p.await(drawn)
	t.Logf("the first view came after %.0f ms", ask[float64](p, `performance.getEntriesByName("machsim-drawn")[0].startTime`))
	end := ask[string](p, where)
	p.do(chromedp.Click(`[aria-label="to the start"]`))
	p.await(where + ` !== ` + quoted(end))
	start := ask[string](p, where)
	p.do(chromedp.NavigateBack())
	p.await(where + ` === ` + quoted(end))
	p.do(chromedp.NavigateForward())
	p.await(where + ` === ` + quoted(start))
}
