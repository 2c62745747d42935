package lab

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"machsim/test/lab/verdict"
)

// Main does what a process was started for: it judges one part, or says which there are.
func Main(l Lab) {
	var asked verdict.Asked
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fmt.Fprintln(os.Stderr, "this is started by machsim grade and machsim lab check:", err)
		os.Exit(2)
	}
	out := os.NewFile(verdict.AnswerFile, "answer")
	if err := l.answer(asked, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0) // whatever goes on beside
}

// answer judges what is asked for.
func (l Lab) answer(asked verdict.Asked, out io.Writer) error {
	a := verdict.Answer{Nonce: asked.Nonce}
	switch p := l.part(asked.Part); {
	case asked.Part == "":
		a.Parts = l.abouts()
	case p == nil:
		return fmt.Errorf("there is no part %q", asked.Part)
	default:
		limit()
		v := p.judge(asked.Key)
		a.Verdict = &v
	}
	return json.NewEncoder(out).Encode(a)
}
