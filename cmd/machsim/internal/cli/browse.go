//go:build !wasm

package cli

import (
	"os"
	"os/exec"
	"runtime"

	"machsim/cmd/machsim/internal/supervise"
)

// Browse opens a URL in the browser of the person, if there is one that can be found. The URL is printed anyway.
func Browse(url string) {
	open := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if open == nil {
		open = []string{"xdg-open"}
	}
	browser := exec.Command(open[0], append(open[1:], url)...)
	browser.Env = append(os.Environ(), supervise.Outlives)
	if browser.Start() == nil {
		go func() { _ = browser.Wait() }()
	}
}
