package term

import (
	"slices"
	"strings"
	"testing"
)

// shouts completes a line with words that are hard to carry.
type shouts struct{}

func (shouts) Complete(line string) (head string, words []string) {
	return line, []string{"\"a b\"", "\x00\n", "ä", ""}
}

// TestQuestion asks what a line may become, as a guest is asked: the answer is one line, and comes as it was. A line of
// a person is no question.
func TestQuestion(t *testing.T) {
	for _, line := range []string{"", "goto 4", "print \"a\tb\" \x00", "query ä"} {
		question := strings.TrimSuffix(Question(line), "\n")
		answer := Answer(question, shouts{})
		head, words := Answered([]byte(answer))
		_, want := shouts{}.Complete(line)
		if head != line || !slices.Equal(words, want) || strings.Count(answer, "\n") != 1 {
			t.Errorf("%q becomes %q %q", line, head, words)
		}
		if got := Answer(line, shouts{}); got != "" {
			t.Errorf("%q is answered %q", line, got)
		}
	}
}
