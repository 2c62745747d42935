package term

import (
	"encoding/json"
	"strings"
)

// Where machsim is a guest, the lines of a person are edited by the machsim that runs it. What the last word of a line
// may become the guest is asked by a line that no person types. The answer is a line, too: a list in JSON, of the line
// in front of the word, and of words.

// asks is how a question begins.
const asks = "\x00complete "

// Question is the line that asks a guest to complete what is typed.
func Question(typed string) string { return asks + typed + "\n" }

// Answer is the answer to a line that is a question; "" to another one.
func Answer(line string, p Completer) string {
	typed, ok := strings.CutPrefix(line, asks)
	if !ok {
		return ""
	}
	head, words := p.Complete(typed)
	text, _ := json.Marshal(append([]string{head}, words...))
	return string(text) + "\n"
}

// Answered reads an answer; one that cannot be read has no words.
func Answered(answer []byte) (head string, words []string) {
	var all []string
	if json.Unmarshal(answer, &all) != nil || len(all) == 0 {
		return "", nil
	}
	return all[0], all[1:]
}
