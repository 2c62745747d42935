package supervise

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Environment variables of the child.
const (
	// supervisorEnv has the process id of the supervisor. The value unsupervised, set by a user, keeps
	// commands from being supervised, for a debugger of Go programs.
	supervisorEnv = "MACHSIM_SUPERVISOR"
	unsupervised  = "none"
	// errorsEnv has the number of the file that is the supervisor's standard error.
	errorsEnv = "MACHSIM_ERRORS"
	// outlivesEnv marks processes that machsim starts for itself, and does not end when it ends.
	outlivesEnv = "MACHSIM_OUTLIVES"
)

// Outlives is the entry in the environment of a process that is to go on when machsim has ended, as a browser.
const Outlives = outlivesEnv + "=1"

// Activity is what a child does, as far as a report of its end needs it.
type Activity struct {
	Command string // the command line that does it again
	File    string // the recording that is written, "" if there is none
	Seeds   string // the words of Command that name the first of many seeds, "" for a single run
}

// The messages of a child are lines that begin with one of these words. What comes after them is the
// report of Go's runtime about a crash.
const (
	doesWord  = "does " // an Activity follows
	endsWord  = "ends " // the exit code follows
	takenWord = "taken" // an interrupt is handled: the next one is not its second
)

// activityFormat is how an Activity is written. The names of files may have any bytes.
const activityFormat = "%q %q %q"

// An interrupt is this byte to the child.
const interruptByte = 'i'

// heard is all that a child has told.
type heard struct {
	Activity
	ended bool
	code  int
	crash string // the report of Go's runtime
}

// hear reads the messages of a child to their end. It calls taken for each interrupt that the child has
// handled.
func hear(r io.Reader, taken func()) (h heard) {
	messages := bufio.NewReader(io.LimitReader(r, 1<<20))
	for {
		line, err := messages.ReadString('\n')
		switch word := strings.TrimSuffix(line, "\n"); {
		case word == takenWord:
			taken()
		case line != "" && !h.message(word):
			rest, _ := io.ReadAll(messages)
			h.crash = strings.TrimSpace(line + string(rest))
		}
		if err != nil || h.crash != "" {
			_, _ = io.Copy(io.Discard, r)
			return h
		}
	}
}

// message takes in a message; it returns false if the line is none.
func (h *heard) message(line string) bool {
	if text, ok := strings.CutPrefix(line, doesWord); ok {
		h.Activity = Activity{}
		_, err := fmt.Sscanf(text, activityFormat, &h.Command, &h.File, &h.Seeds)
		return err == nil
	}
	text, ok := strings.CutPrefix(line, endsWord)
	if !ok {
		return false
	}
	code, err := strconv.Atoi(text)
	h.ended, h.code = true, code
	return err == nil
}
