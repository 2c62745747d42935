package guest

import (
	"bufio"
	"io"
	"strings"
	"testing"

	"github.com/peterh/liner"
)

// TestGivenUpLine gives up a line that is typed for a guest: it never comes to the guest, not as an empty one either,
// for that would repeat the last command.
func TestGivenUpLine(t *testing.T) {
	answers := []func() (string, error){
		func() (string, error) { return "event back", nil },
		func() (string, error) { return "", liner.ErrPromptAborted },
		func() (string, error) { return "where", nil },
		func() (string, error) { return "", io.EOF },
	}
	var prompts []string
	k := &keyboard{out: io.Discard, ask: func(prompt string) (string, error) {
		prompts = append(prompts, prompt)
		return answers[len(prompts)-1]()
	}}
	lines := bufio.NewReaderSize(k, 16)
	for _, want := range []string{"event back\n", "where\n", ""} {
		_, _ = io.WriteString(k, "some text\n(machsim) ")
		if line, _ := lines.ReadString('\n'); line != want {
			t.Errorf("the guest reads %q, not %q", line, want)
		}
	}
	if got := strings.Join(prompts, ""); got != strings.Repeat("(machsim) ", 4) {
		t.Errorf("prompts: %q", got)
	}
}
