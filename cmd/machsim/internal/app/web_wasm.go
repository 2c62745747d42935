package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/debugger/study"
)

// newWeb makes the command that answers the calls of a page (package wire), which come as lines. Answers and events are
// lines, too: an event has a name. Whoever runs this process carries them.
func (m *machsim) newWeb() *cobra.Command {
	w := &debugCommand{settings: m.settings(), write: study.Write, noNotes: true}
	w.serves = serveLines
	c, f := m.command(command{use: "web FILE", short: "answer the calls of a page: lines", program: w.program})
	w.register(f)
	w.join.register(f, nil)
	w.files(c)
	return c
}

// mostCall is how many bytes a call may have.
const mostCall = 1 << 20

// serveLines answers until there are no more calls.
func serveLines(c *cobra.Command, d *debugger.Debugger) error {
	service := wire.New(d, wire.Options{Version: strings.TrimSpace(version())})
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
