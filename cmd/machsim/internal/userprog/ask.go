package userprog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"machsim/debugger/runner"
)

// asking is set in the environment of an executable that is to answer a question and do
// nothing else.
const asking = "MACHSIM_ASKED"

// The questions.
const (
	aboutPrograms   = "programs"   // which programs it has
	aboutFootprints = "footprints" // what the footprints on standard input mean
)

// writeAnswer writes the answer to a question.
func writeAnswer(w io.Writer, v any) {
	fmt.Fprint(w, "\n", answering)
	_ = json.NewEncoder(w).Encode(v)
}

// answering begins the line of an answer: init functions may have written others.
const answering = "machsim answers "

// ask is the command that asks an executable.
func ask(ctx context.Context, exe, question string) *exec.Cmd {
	c := exec.CommandContext(ctx, exe)
	c.Env = append(os.Environ(), asking+"="+question, "GOTRACEBACK=all")
	return c
}

// answer reads what writeAnswer has written.
func answer(text string, v any) error {
	_, told, _ := strings.Cut(text, "\n"+answering)
	return json.Unmarshal([]byte(told), v)
}

// Footprints reads the footprints that another process of an executable has left in
// memory, as runner.ReadFootprints: only that executable knows which lines are meant.
func Footprints(exe string, memory []byte) (all []runner.Footprint) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := ask(ctx, exe, aboutFootprints)
	c.Stdin = bytes.NewReader(memory)
	text, err := c.Output()
	if err != nil || answer(string(text), &all) != nil {
		return nil
	}
	return all
}
