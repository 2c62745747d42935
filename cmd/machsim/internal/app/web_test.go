//go:build unix

package app

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"machsim/cmd/machsim/internal/cli"
)

// served is a machsim that serves a page.
type served struct {
	*exec.Cmd
	out  *bufio.Reader
	errs *bytes.Buffer
	url  string
}

// startWeb starts machsim web in a directory, and reads the address that it prints.
func startWeb(dir string, env []string, args ...string) (*served, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args = append([]string{"machsim", "web", "--no-browser"}, args...)
	s := &served{Cmd: &exec.Cmd{Path: path, Args: args, Dir: dir, Env: env}, errs: new(bytes.Buffer)}
	s.Stderr = s.errs
	pipe, err := s.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Start(); err != nil {
		return nil, err
	}
	s.out = bufio.NewReader(pipe)
	for {
		line, err := s.out.ReadString('\n')
		switch {
		case err != nil:
			_ = s.Wait()
			return s, fmt.Errorf("no address: %s", s.errs)
		case strings.HasPrefix(line, "http://127.0.0.1:"):
			s.url = strings.TrimSpace(line)
			return s, nil
		}
	}
}

// ask makes a call, and returns the answer.
func (s *served) ask(method, params string) (answer struct {
	Result json.RawMessage
	Error  *struct{ Text, Prompt string }
}, err error) {
	r, err := http.Post(s.url+"call", "application/json", strings.NewReader(`{"method": "`+method+`", "params": `+params+`}`))
	if err != nil {
		return answer, err
	}
	defer r.Body.Close()
	data, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(data, &answer)
	}
	return answer, err
}

// interrupt presses Ctrl-C, and returns the exit code.
func (s *served) interrupt() int {
	_ = s.Process.Signal(os.Interrupt)
	return s.ended()
}

// ended waits for the end, and returns the exit code.
func (s *served) ended() int {
	_, _ = io.Copy(io.Discard, s.out)
	_ = s.Wait()
	return s.ProcessState.ExitCode()
}

// show starts machsim web, for a test that ends it.
func show(t *testing.T, args ...string) *served {
	t.Helper()
	s, err := startWeb(t.TempDir(), os.Environ(), args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Process.Kill() })
	return s
}

// TestWeb asks a page for its position, which --at has said, and for what its recording is called. A second page does
// not get the same port. Ctrl-C ends the first, and that is no failure.
func TestWeb(t *testing.T) {
	s := show(t, "t-ok", "--seed", "7", "--at", "start")
	here, err := s.ask("here", "{}")
	if err != nil || !strings.Contains(string(here.Result), `"prefix":0`) {
		t.Errorf("the page stands at %s, %v", here.Result, err)
	}
	all, err := s.ask("recordings", "{}")
	if err != nil || !strings.Contains(string(all.Result), `"file":".machsim/t-ok-7.rec"`) {
		t.Errorf("there are the recordings %s, %v", all.Result, err)
	}
	at, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	other, err := startWeb(s.Dir, os.Environ(), "t-ok", "--seed", "7", "--port", at.Port())
	said := other.errs.String()
	if err == nil || other.ProcessState.ExitCode() != cli.ExitWrong || strings.Count(said, "\n") != 1 ||
		!strings.Contains(said, "the page cannot be served: ") || !strings.Contains(said, "in use") {
		t.Errorf("a port that is taken: %v", err)
	}
	if code := s.interrupt(); code != cli.ExitOK || s.errs.Len() > 0 {
		t.Errorf("Ctrl-C ends it with %d, %s", code, s.errs)
	}
}

// TestWebHidden lets a page save a fork, a picture and an answer where other programs would read them, or under a name
// that no recording has. Nothing is written.
func TestWebHidden(t *testing.T) {
	s := show(t, "t-ok", "--seed", "7", "--at", "start")
	if answer, err := s.ask("command", `{"line": "run"}`); err != nil || answer.Error != nil {
		t.Fatal(answer.Error, err)
	}
	for _, line := range []string{"save .hidden", "save .hidden.rec", "save noname", "save .machsim/.a.rec",
		"save .git/a.rec", "threads > .hidden", "diagram .hidden.svg"} {
		answer, err := s.ask("command", `{"line": "`+line+`"}`)
		if err != nil || answer.Error == nil || !strings.Contains(answer.Error.Text, "hidden") &&
			!strings.Contains(answer.Error.Text, "no name of a recording") {
			t.Errorf("%s answers %s, %v, %v", line, answer.Result, answer.Error, err)
		}
	}
	for _, pattern := range []string{".hidden*", "noname", ".machsim/.*", ".git"} {
		if found, _ := filepath.Glob(filepath.Join(s.Dir, pattern)); found != nil {
			t.Errorf("there is %s", found)
		}
	}
	for _, line := range []string{"save .machsim/a.rec", "save b.rec"} {
		if answer, err := s.ask("command", `{"line": "`+line+`"}`); err != nil || answer.Error != nil {
			t.Errorf("%s: %v, %v", line, answer.Error, err)
		}
	}
	s.interrupt()
}

// TestWebClaims records a run that breaks what is claimed of it, under a name that has the claim, explores one, and
// makes mistakes in claims, which are shown as the prompt shows them.
func TestWebClaims(t *testing.T) {
	s := show(t, "t-ok", "--seed", "7")
	const claim = `[{"kind": "never", "text": "label eat"}]`
	for _, c := range []struct{ method, params, says string }{
		{"record", `{"program": "philosophers", "seed": 3, "claims": ` + claim + `}`, `"ended":"CHECK FAILED`},
		{"info", `{}`, `"file":".machsim/philosophers-3,never-label-eat`},
		{"info", `{}`, `"claims":["--never","label eat"]`},
		{"explore", `{"program": "philosophers", "runs": 9, "claims": ` + claim + `}`, `this was never to be: label eat`},
		{"explore", `{"program": "t-ok", "claims": [{"kind": "always", "text": "every label a leads to label b"}]}`,
			"not a proof: held against one order"},
		{"explore", `{"program": "t-ok", "claims": [{"kind": "never", "text": "label nowhere"}]}`, "nowhere"},
	} {
		answer, err := s.ask(c.method, c.params)
		if err != nil || !strings.Contains(string(answer.Result), c.says) {
			t.Errorf("%s %s answers %s, %v, %v, without %s", c.method, c.params, answer.Result, answer.Error, err, c.says)
		}
	}
	for _, method := range []string{"explore", "record"} {
		for claim, says := range map[string]string{
			`{"kind": "never", "text": "a.x = "}`:   "--never:\na.x = \n      ^\n",
			`{"kind": "nevr", "text": "label eat"}`: `there is no claim "nevr"; did you mean never?`,
		} {
			answer, err := s.ask(method, `{"program": "philosophers", "claims": [`+claim+`]}`)
			if err != nil || answer.Error == nil || !strings.Contains(answer.Error.Prompt+answer.Error.Text, says) {
				t.Errorf("%s of %s: %+v, %v, not %q", method, claim, answer.Error, err, says)
			}
		}
	}
}

// TestWebMany has a page make many runs: the recording that is open smaller, what failing runs have that good ones have
// not, and one twice.
func TestWebMany(t *testing.T) {
	s := show(t, "philosophers", "--seed", "26")
	const claims = `"claims": [{"kind": "never", "text": "a.using = 1 and worker1.using = 1"}]`
	for _, c := range []struct{ method, params, says string }{
		{"shrink", `{}`, `"file":".machsim/philosophers-26-shrunk.rec"`},
		{"shrink", `{"runs": 1}`, `"minimal":false`},
		{"shrink", `{"runs": -1}`, `--runs must be above 0, not -1`},
		{"open", `{"file": ".machsim/philosophers-26-shrunk.rec"}`, `"ended":"DEADLOCK`},
		{"contrast", `{"program": "access", "seeds": 60, ` + claims + `}`,
			`"what":"CHECK FAILED: this was never to be: a.using = N and workerN.using = N"`},
		{"contrast", `{"program": "t-ok", "seeds": 5}`, `no run fails: there is nothing to compare`},
		{"contrast", `{"program": "t-ok", "seeds": 1}`, `--seeds must be above 1, not 1`},
		{"contrast", `{"program": "t-ok", "seeds": 5, ` + claims + `}`, `--never: `},
		{"verify", `{"program": "philosophers", "seed": 26}`, `both times it ended with DEADLOCK`},
		{"verify", `{"program": "t-maps", "seed": 7}`, `"same":false,"known":true,"lines":["t-maps  seed 7  NOT`},
	} {
		answer, err := s.ask(c.method, c.params)
		said := string(answer.Result)
		if answer.Error != nil {
			said = answer.Error.Text
		}
		if err != nil || !strings.Contains(said, c.says) {
			t.Errorf("%s %s answers %s, %v, without %s", c.method, c.params, said, err, c.says)
		}
	}
}

// TestWebMistakes names a position and a program that there are not. Nothing is served then.
func TestWebMistakes(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"t-ok --seed 7 --at nowhere", "machsim: --at: "},
		{"nothing --seed 7", `machsim: there is no file and no program "nothing"`},
	} {
		s, err := startWeb(t.TempDir(), os.Environ(), strings.Fields(c.args)...)
		if err == nil {
			_ = s.Process.Kill()
		}
		if err == nil || !strings.HasPrefix(s.errs.String(), c.says) || s.ProcessState.ExitCode() != cli.ExitWrong {
			t.Errorf("%s: %v", c.args, err)
		}
	}
}

// TestWebOverflow asks for a variable whose String method calls itself without end. The answer says that the session
// ends, and it ends. On a slow or single core the stack may be full first, before the answer or after it: then the
// process that watches says so.
func TestWebOverflow(t *testing.T) {
	s := show(t, "t-deep-print", "--seed", "1")
	answer, err := s.ask("variables", "{}")
	const why = "calls itself without end cannot be stopped"
	if err == nil && (answer.Error == nil || !strings.Contains(answer.Error.Text, why)) {
		t.Errorf("the answer is %+v", answer)
	}
	code, said := s.ended(), s.errs.String()
	first := strings.Contains(said, "has overflown its stack")
	ends := strings.Contains(said, "the session ends here") && strings.Count(said, "\n") == 1
	if code != cli.ExitFailed || !first && (err != nil || !ends) {
		t.Errorf("it ended with %d, %s, after %v", code, said, err)
	}
}

// pageSays serves a page, asks it for what a line of the prompt answers, and ends it: "page LINE WEB-ARGUMENTS".
func pageSays(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: page LINE ARGUMENTS")
	}
	s, err := startWeb(ts.MkAbs("."), environment(ts), args[1:]...)
	ts.Check(err)
	line, _ := json.Marshal(args[0])
	answer, err := s.ask("command", `{"line": `+string(line)+`}`)
	ts.Check(err)
	if answer.Error != nil {
		_, _ = io.WriteString(ts.Stdout(), answer.Error.Text)
	}
	_, _ = ts.Stdout().Write(answer.Result)
	if code := s.interrupt(); code != cli.ExitOK || s.errs.Len() > 0 {
		ts.Fatalf("Ctrl-C ended it with %d, %s", code, s.errs)
	}
}

// environment is that of a script.
func environment(ts *testscript.TestScript) (all []string) {
	for _, name := range []string{"PATH", "HOME", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "GOWORK",
		"XDG_CACHE_HOME", "TMPDIR"} {
		all = append(all, name+"="+ts.Getenv(name))
	}
	return all
}
