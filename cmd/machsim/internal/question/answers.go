package question

import (
	"fmt"
	"regexp"
	"strings"

	"machsim/cmd/machsim/internal/lab"
)

// Answers are what a student has answered.
type Answers struct {
	Student string // who it is; "" if that does not stand there
	Text    map[string]string
}

// studentField is the line that says whose answers these are.
const studentField = "student"

// identity is what a student may be called by: it is a part of file names.
var identity = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,63}$`)

// Identity says what is wrong with the name of a student, "" for nothing.
func Identity(id string) string {
	if identity.MatchString(id) {
		return ""
	}
	return fmt.Sprintf("%.70q is no name of a student: one has letters from a to z, digits, and . _ @ + - "+
		"within, and at most 64 of them", id)
}

// Blank is the file in which the answers are written.
func Blank(l *lab.Lab, id string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: what you answer stands behind the colons. README.md says what is asked.\n", l.Title)
	fmt.Fprintf(&b, "%s: %s\n", studentField, id)
	for i := range l.Questions {
		q := &l.Questions[i]
		fmt.Fprintf(&b, "\n# %d points: %s\n# such as %s\n", q.Points, q.Property, Example(q))
		if kindOf(q).file {
			fmt.Fprintf(&b, "# and beside this file: %s\n", q.Recording())
		}
		fmt.Fprintf(&b, "%s:\n", q.Name)
	}
	return b.String()
}

// Parse reads that file: lines with a name, a colon and an answer. What it does not know it passes over, and tells.
func Parse(l *lab.Lab, file []byte) (a Answers, unknown []string) {
	a.Text = map[string]string{}
	known := map[string]bool{studentField: true}
	for _, q := range l.Questions {
		known[q.Name] = true
	}
	for line := range strings.Lines(strings.TrimPrefix(strings.ToValidUTF8(string(file), "?"), "\ufeff")) {
		line = strings.TrimSpace(line)
		name, answer, ok := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		switch {
		case line == "" || line[0] == '#':
		case !ok || !known[name]:
			unknown = append(unknown, line)
		case a.Text[name] == "":
			a.Text[name] = strings.TrimSpace(answer)
		}
	}
	a.Student = a.Text[studentField]
	return a, unknown
}
