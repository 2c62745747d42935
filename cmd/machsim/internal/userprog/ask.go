package userprog

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"machsim/debugger/run/runner"
)

// Asking is the environment variable with the question that an executable is to answer, instead of
// running a command.
const Asking = "MACHSIM_ASKED"

// The questions.
const (
	AboutPrograms   = "programs"   // which programs it has
	AboutFootprints = "footprints" // what the footprints on standard input mean
	aboutCycle      = "cycle"      // whether the run of the recording on standard input is in a livelock
)

// writeAnswer writes the answer to a question.
func writeAnswer(w io.Writer, v any) {
	fmt.Fprint(w, "\n", answering)
	_ = json.NewEncoder(w).Encode(v)
}

// answering begins the line of an answer, because init functions may have written other lines.
const answering = "machsim answers "

// answer reads what writeAnswer has written.
func answer(text string, v any) error {
	_, told, _ := strings.Cut(text, "\n"+answering)
	return json.Unmarshal([]byte(told), v)
}

// ReadDeclared reads the answer about programs.
func ReadDeclared(text string) (all []Declared, err error) {
	err = answer(text, &all)
	return all, err
}

// ReadFootprints reads the answer about footprints, nil if it is none.
func ReadFootprints(text string) (all []runner.Footprint) {
	if answer(text, &all) != nil {
		return nil
	}
	return all
}
