//go:build !wasm

package guest

import (
	"fmt"
	"os"
	"strings"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/cmd/machsim/internal/supervise"
	"machsim/ipc/quote"
)

// asker asks a guest for one thing after the other. A guest that ends while it is at one is put back to where it was
// asked for that.
type asker interface {
	// givesUp is what has something when the guest is to give up what it is at.
	givesUp(*cli.Machsim) <-chan os.Signal
	// back is told why the guest was put back. It is called while the guest does nothing.
	back(why string)
}

// lost says why a guest has ended that was not told to, "" of one that was. Held is what a report of Go's runtime says,
// and forgets it.
func lost(end sandbox.End, held *supervise.Sieve) string {
	report, _, _ := strings.Cut(held.Forget(), "\n")
	switch {
	case end.Why == sandbox.Interrupted:
		return "interrupted; all is what it was"
	case end.Code != 0 && report != "":
		return fmt.Sprintf("the guest has crashed: %s; all is what it was before", quote.Line(report))
	case end.Why != "":
		return fmt.Sprintf("the guest %s; all is what it was before", end.Why)
	}
	return ""
}
