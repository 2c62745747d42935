package app

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// assistant starts machsim mcp, and is its client.
func assistant(t *testing.T, args ...string) func(tool, arguments string) string {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	ended := make(chan bool)
	go func() {
		defer close(ended)
		var errs strings.Builder
		if code := run(tested(), append([]string{"mcp"}, args...), in, out, &errs); code != 0 {
			t.Errorf("it ends with code %d: %s", code, errs.String())
		}
		out.Close()
	}()
	ctx := context.Background()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(ctx, &sdk.IOTransport{Reader: from, Writer: to}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		to.Close()
		<-ended
	})
	return func(tool, arguments string) string {
		x, err := c.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: rawJSON(arguments)})
		if err != nil {
			return err.Error()
		}
		return x.Content[0].(*sdk.TextContent).Text
	}
}

// rawJSON is JSON as it is.
type rawJSON string

func (j rawJSON) MarshalJSON() ([]byte, error) { return []byte(j), nil }

// TestAssistants: programs and recordings are opened; without --forks no file is left, with it the recording of a run
// and what is derived from it.
func TestAssistants(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, forks := range []bool{false, true} {
		var args []string
		if forks {
			args = append(args, "--forks")
		}
		call := assistant(t, args...)
		for arguments, want := range map[string]string{
			`{"program": "t-check", "seed": 4}`:                    "CHECK FAILED",
			`{"program": "t-params", "seed": 4, "args": {"n": 5}}`: "arguments  --n=5",
			`{"program": "t-ok", "seed": 4, "faults": "x"}`:        "faults",
			`{"program": "no such"}`:                               "there is no program",
			`{"recording": "none.rec"}`:                            "none.rec",
		} {
			if got := call("open", arguments); !strings.Contains(got, want) {
				t.Errorf("%s: %s", arguments, got)
			}
		}
		left, err := filepath.Glob(".machsim/*")
		if other, _ := os.ReadDir("."); err != nil || len(left) > 0 != forks || len(other) > 0 != forks {
			t.Errorf("with forks %v, these are left: %v %v", forks, left, other)
		}
	}
}
