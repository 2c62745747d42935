package mcp_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/test/effort"
)

// guesses are what some tool takes: right, wrong or nothing.
func guesses(r *rand.Rand, schema map[string]any) map[string]any {
	pick := func(all ...any) any { return all[r.IntN(len(all))] }
	text := func() any {
		return pick("", "bank", "bank.1", "teller1.1", "41", "start", "end", "past 41", "balance[0]", "account", "x", "é\x00",
			"lock fork1 by kant", "bank.go:81", "sum of balance != 600", "SELECT n FROM events", "SELECT", "> x", "\"", "line",
			"event", "communication", "svg", "text", "dequeue bank", "rpc 1", "always (x >= 0)", strings.Repeat("a ", 2000),
			"undo", "help", "stats", "run", "1 +", "\n\n")
	}
	a := map[string]any{"nonsense": 1}
	if r.IntN(20) > 0 {
		delete(a, "nonsense")
	}
	properties, _ := schema["properties"].(map[string]any)
	for name := range properties {
		switch r.IntN(8) {
		case 0: // left out
		case 1:
			a[name] = pick(1.5, []any{}, map[string]any{}, nil, -1, true)
		case 2, 3:
			a[name] = pick(0, 1, 2, 41, 319, 320, -7, 1e15)
		case 4:
			a[name] = pick(true, false)
		default:
			a[name] = text()
		}
	}
	delete(a, "seconds")
	return a
}

// TestRandomCalls calls tools at random: right and wrong, some of them cancelled. Each is answered, and the session
// goes on; an answer is never longer than it may be.
func TestRandomCalls(t *testing.T) {
	t.Chdir(t.TempDir())
	for round := range effort.Of(4) {
		r := rand.New(rand.NewPCG(11, uint64(round)))
		c, _ := reads(t)
		if round%2 == 1 {
			c, _ = makes(t)
		}
		list, err := c.ListTools(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 150 {
			if i%50 == 0 {
				c.said("open", openBank)
			}
			c.guess(r, list.Tools[r.IntN(len(list.Tools))])
		}
		if got := c.said("open", openBank); !strings.Contains(got, "after event 319") {
			t.Errorf("at last: %s", got)
		}
	}
}

// guess calls a tool at random.
func (c *client) guess(r *rand.Rand, tool *sdk.Tool) {
	c.t.Helper()
	switch tool.Name {
	case "explore", "shrink", "cause":
		return // they make runs without end
	}
	schema, _ := tool.InputSchema.(map[string]any)
	text, err := json.Marshal(guesses(r, schema))
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	given := r.IntN(20) == 0
	if given {
		cancel()
	}
	x, err := c.CallTool(ctx, &sdk.CallToolParams{Name: tool.Name, Arguments: json.RawMessage(text)})
	switch {
	case given:
	case err != nil:
		c.t.Fatalf("%s %s: %v", tool.Name, text, err)
	case strings.Contains(shown(x), "machsim itself is at fault"):
		c.t.Errorf("%s %s: %s", tool.Name, text, shown(x))
	case len(shown(x)) > 50_000:
		c.t.Errorf("%s %s is answered by %d bytes", tool.Name, text, len(shown(x)))
	}
}
