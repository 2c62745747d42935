package faces

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/debugger/face/wire"
)

// NewWeb makes the command that answers the calls of a page (package wire), which come as lines. Answers and events are
// lines, too: an event has a name. Whoever runs this process carries them.
func NewWeb(m *cli.Machsim) *cobra.Command {
	w := &debugCommand{Settings: m.Settings()} // it writes no files: nothing of them would be left
	w.noNotes = m.Queries == nil               // no machsim runs this guest, but a browser, which keeps nothing
	w.serves = serveLines
	c, f := m.Command(cli.Command{Use: "web FILE", Short: "answer the calls of a page: lines", Program: w.program,
		Files: w.files})
	w.Register(f)
	w.join.register(c, f, nil)
	return c
}

// mostCall is how many bytes a call may have.
const mostCall = 1 << 20

// serveLines answers until there are no more calls.
func serveLines(c *cobra.Command, d *debugger.Debugger) error {
	service := wire.New(d, wire.Options{Version: strings.TrimSpace(cli.Version())})
	defer service.Close()
	out := c.OutOrStdout()
	service.Watch(func(e wire.Event) {
		text, _ := json.Marshal(map[string]any{"name": e.Name, "event": e.Data})
		fmt.Fprintf(out, "%s\n", text)
	})
	calls := bufio.NewScanner(c.InOrStdin())
	calls.Buffer(nil, mostCall)
	for calls.Scan() {
		fmt.Fprintf(out, "%s\n", service.Answer(context.Background(), calls.Bytes()))
	}
	return calls.Err()
}
