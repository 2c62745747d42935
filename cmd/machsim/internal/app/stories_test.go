//go:build unix

package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/cmd/machsim/internal/cli"
)

// spoken are the documents whose commands are given.
var spoken = []string{"../../../../docs/STORIES.md", "../../../../docs/PREDICATES.md", "../../../../docs/DEBUGGER.md",
	"../../../../docs/CALLS.md", "../../../../docs/HALTING.md", "../../../../docs/ANALYSIS.md"}

// Commands in the stories with what they print, the script of a story, what is typed in a session, and what takes
// another time each time.
var (
	shownCommand = regexp.MustCompile("(?s)```\n\\$ machsim ([^\n]*)\n(.*?)```\n")
	storyScript  = regexp.MustCompile(`docs/stories/\w+\.txt`)
	answered     = regexp.MustCompile(`(?m)^\(machsim[^)]*\) ?(.*)$`)
	elapsed      = regexp.MustCompile(`(?m)((?: seeds|strategy \w+), all fine, \d+ events), .*$|^[\d.]+ m?s(; recorded)`)
)

// TestStories gives the commands of the stories, as a reader does: what they print is what
// stands there. Sessions are played by their scripts, as the stories promise.
func TestStories(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("the stories take a minute")
	}
	t.Parallel()
	for _, document := range spoken {
		t.Run(filepath.Base(document), func(t *testing.T) { tell(t, document) })
	}
}

func tell(t *testing.T, document string) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	teller := &storyteller{t, executable(t), t.TempDir()}
	parts := strings.SplitAfter(string(text), "\n## ")
	for i, part := range parts {
		parts[i] = teller.tell(part)
	}
	got := strings.Join(parts, "")
	if *update {
		if err := os.WriteFile(document, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(text), got); d != "" {
		t.Errorf("run go test ./cmd/machsim/... -update\n%s", d)
	}
}

// TestReadme does what the README says, with this machsim for the one that is installed.
func TestReadme(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	bin := filepath.Join(r.home, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(executable(t), filepath.Join(bin, "machsim")); err != nil {
		t.Fatal(err)
	}
	follow(t, "../../../../README.md", r)
}

// storyteller gives commands in a directory, where they leave their recordings.
type storyteller struct {
	t       *testing.T
	machsim string
	dir     string
}

// tell is a story with what its commands print now.
func (s *storyteller) tell(story string) string {
	return shownCommand.ReplaceAllStringFunc(story, func(block string) string {
		m := shownCommand.FindStringSubmatch(block)
		args := shellWords(m[1])
		switch {
		case args[0] == "debug" && strings.HasPrefix(args[1], ".machsim/"):
			return block // of a run that was made elsewhere
		case args[0] == "debug":
			args = append(args, "-x", s.script(story, m[2]))
		}
		said := s.gives(args)
		if elapsed.ReplaceAllString(said, "$1$2") == elapsed.ReplaceAllString(m[2], "$1$2") {
			return block
		}
		return "```\n$ machsim " + m[1] + "\n" + said + "```\n"
	})
}

// script is a file with what is typed in a session: the one that its story names, or else one that is made.
func (s *storyteller) script(story, session string) string {
	if file := storyScript.FindString(story); file != "" {
		file, _ = filepath.Abs("../../../../" + file)
		return file
	}
	var lines strings.Builder
	for _, m := range answered.FindAllStringSubmatch(session, -1) {
		lines.WriteString(m[1] + "\n")
	}
	file := filepath.Join(s.dir, "script.txt")
	if err := os.WriteFile(file, []byte(lines.String()), 0o666); err != nil {
		s.t.Fatal(err)
	}
	return file
}

// shellWords are the words of a command; what is between single quotes is one.
func shellWords(command string) (words []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// gives gives a command, and returns what it prints.
func (s *storyteller) gives(args []string) string {
	c := &exec.Cmd{Path: s.machsim, Args: append([]string{"machsim"}, args...), Dir: s.dir, Stderr: os.Stderr}
	c.Env = append(os.Environ(), samplesVariable+"=1")
	said, err := c.Output()
	if code := c.ProcessState.ExitCode(); code != cli.ExitOK && code != cli.ExitFailed {
		s.t.Errorf("%v: %v", args, err)
	}
	return string(said)
}

// TestEvents does what the page on events says.
func TestEvents(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	bin := filepath.Join(r.home, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(executable(t), filepath.Join(bin, "machsim")); err != nil {
		t.Fatal(err)
	}
	r.env = append(r.env, samplesVariable+"=1")
	follow(t, "../../../../docs/EVENTS.md", r)
}
