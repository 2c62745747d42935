package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"machsim/test/effort"
)

// shownInWeek is a command of docs/TEACHING.md's weeks.
var shownInWeek = regexp.MustCompile(`(?m)^    machsim (.*)$`)

// namedRun is the file of a run that such a command looks at.
var namedRun = regexp.MustCompile(`\.machsim/([a-z]+)-(\d+)\.rec`)

// TestWeeks types what is shown in a course's weeks, a share of them by the effort: each command does what it says, or
// says that a program failed.
func TestWeeks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../docs/TEACHING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, course, _ := strings.Cut(string(text), "\n## Twelve weeks\n")
	weeks := strings.Split(course, "\n### ")[1:]
	for _, week := range effort.Some(weeks, 3) {
		title, rest, _ := strings.Cut(week, "\n")
		t.Run(title, func(t *testing.T) { lectured(t, rest) })
	}
}

// lectured gives the commands of a week in an empty directory.
func lectured(t *testing.T, week string) {
	s := &storyteller{t, executable(t), t.TempDir()}
	for _, m := range shownInWeek.FindAllStringSubmatch(week, -1) {
		args := shellWords(m[1])
		if args[0] == "web" || args[0] == "cause" {
			continue // they take long, and have tests of their own
		}
		for _, run := range namedRun.FindAllStringSubmatch(m[1], -1) {
			if _, err := os.Stat(filepath.Join(s.dir, run[0])); err != nil {
				s.gives([]string{"run", run[1], "--seed", run[2]}) // of a week before
			}
		}
		s.gives(args)
	}
}
