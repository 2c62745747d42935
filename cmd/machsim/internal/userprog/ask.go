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

	"machsim/debugger/run/runner"
)

// asking is the environment variable with the question that an executable is to answer, instead of
// running a command.
const asking = "MACHSIM_ASKED"

// The questions.
const (
	aboutPrograms   = "programs"   // which programs it has
	aboutFootprints = "footprints" // what the footprints on standard input mean
	aboutCycle      = "cycle"      // whether the run of the recording on standard input is in a livelock
)

// writeAnswer writes the answer to a question.
func writeAnswer(w io.Writer, v any) {
	fmt.Fprint(w, "\n", answering)
	_ = json.NewEncoder(w).Encode(v)
}

// answering begins the line of an answer, because init functions may have written other lines.
const answering = "machsim answers "

// ask returns the command that asks an executable a question.
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

// Footprints reads the footprints that another process of an executable has left in memory, as
// runner.ReadFootprints does. Only that executable knows the source lines.
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
