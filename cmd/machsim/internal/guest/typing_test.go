package guest

import (
	"bufio"
	"io"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/face/repl"
)

// TestGivenUpLine gives up a line that is typed for a guest: it never comes to the guest, not as an empty one either,
// for that would repeat the last command.
func TestGivenUpLine(t *testing.T) {
	answers := []func() (string, error){
		func() (string, error) { return "event back", nil },
		func() (string, error) { return "", repl.ErrAborted },
		func() (string, error) { return "where", nil },
		func() (string, error) { return "", io.EOF },
	}
	var prompts []string
	k := &keyboard{out: io.Discard}
	k.edit(func(prompt string) (string, error) {
		prompts = append(prompts, prompt)
		return answers[len(prompts)-1]()
	})
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

// TestCompletedLine completes words of a line that is typed for a guest: the guest reads questions before the line, and
// what it answers is not shown. Answers that are none, or too long, complete nothing.
func TestCompletedLine(t *testing.T) {
	answers := []string{
		`["goto ","41","42"]` + "\n", "there is no command \x00complete\n(machsim) ", "", "[]", "null",
		`["` + strings.Repeat("x", mostAnswer) + `","41"]`,
	}
	var shown strings.Builder
	k := &keyboard{out: &shown}
	k.edit(func(prompt string) (string, error) {
		for i := range answers {
			head, words := k.Complete("goto 4")
			if done := head == "goto " && slices.Equal(words, []string{"41", "42"}); done != (i == 0) || i > 0 && words != nil {
				t.Errorf("the answer %.80q completes %q with %q", answers[i], head, words)
			}
		}
		return "goto 41 from " + prompt, nil
	})
	lines := bufio.NewReader(k)
	_, _ = io.WriteString(k, "(machsim) ")
	for _, answer := range answers {
		if line, _ := lines.ReadString('\n'); line != term.Question("goto 4") {
			t.Errorf("the guest is asked %q", line)
		}
		for some := range slices.Chunk([]byte(answer), 1000) {
			_, _ = k.Write(some)
		}
	}
	if line, _ := lines.ReadString('\n'); line != "goto 41 from (machsim) \n" || shown.String() != "(machsim) \r" {
		t.Errorf("the guest reads %q, and what is shown is %q", line, shown.String())
	}
}
