//go:build unix

package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"machsim/cmd/machsim/internal/cli"
)

// hall is where a machsim serve and its guests are: a directory with recordings, and one for what is kept.
type hall struct {
	t    *testing.T
	dir  string
	env  []string
	sock string
}

func newHall(t *testing.T) *hall {
	hangsUp(t)
	h := &hall{t: t, dir: t.TempDir()}
	short, err := os.MkdirTemp("", "ms") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(short) })
	h.sock = filepath.Join(short, "machsim", "serve.sock")
	h.env = append(os.Environ(), "XDG_RUNTIME_DIR="+short, "XDG_STATE_HOME="+filepath.Join(h.dir, "state"),
		samplesVariable+"=1", "USER=somebody")
	if out, err := h.machsim("run", "bank", "--seed", "9", "-o", "bank.rec").CombinedOutput(); err == nil {
		t.Fatalf("the bank does not fail: %s", out)
	}
	return h
}

// machsim is a command in the directory.
func (h *hall) machsim(args ...string) *exec.Cmd {
	return &exec.Cmd{Path: executable(h.t), Args: append([]string{"machsim"}, args...), Dir: h.dir, Env: h.env}
}

// heard is what a process has said so far.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// holder is a machsim serve.
type holder struct {
	*exec.Cmd
	links []string
	errs  *heard
}

// serves starts machsim serve, and reads the lines that it tells before it lets guests in.
func (h *hall) serves(args ...string) *holder {
	h.t.Helper()
	s := &holder{Cmd: h.machsim(append([]string{"serve"}, args...)...), errs: &heard{}}
	s.Stderr = s.errs
	pipe, err := s.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = s.Process.Kill(); _ = s.Wait() })
	for out := bufio.NewReader(pipe); ; {
		line, err := out.ReadString('\n')
		if err != nil {
			h.t.Fatalf("it does not serve: %s", s.errs)
		}
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "session ") {
			return s
		}
		s.links = append(s.links, line)
	}
}

// joiner is a machsim that joins a session, by a prompt whose lines come from a pipe.
type joiner struct {
	*exec.Cmd
	t   *testing.T
	in  io.WriteCloser
	out *heard
}

// joins starts a guest's prompt.
func (h *hall) joins(name string, args ...string) *joiner {
	h.t.Helper()
	g := &joiner{Cmd: h.machsim(append([]string{"debug", "--connect", "bank", "-k", "--as", name}, args...)...), t: h.t,
		out: &heard{}}
	g.Stdout, g.Stderr = g.out, g.out
	var err error
	if g.in, err = g.StdinPipe(); err == nil {
		err = g.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = g.Process.Kill(); _ = g.Wait() })
	return g
}

// types types lines, and waits until something is said.
func (g *joiner) types(lines, says string) {
	g.t.Helper()
	fmt.Fprintln(g.in, lines)
	g.hears(says)
}

// patienceOfTests only ends tests that would fail.
const patienceOfTests = 30 * time.Second

// hears waits until something has been said.
func (g *joiner) hears(says string) {
	g.t.Helper()
	waitFor(g.t, says, g.out)
}

func waitFor(t *testing.T, says string, h *heard) {
	t.Helper()
	for began := time.Now(); !strings.Contains(h.String(), says); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > patienceOfTests {
			t.Fatalf("nobody says %q: %s", says, h)
		}
	}
}

// leaves says that there are no more lines, and returns the exit code.
func (g *joiner) leaves() int {
	g.in.Close()
	_ = g.Wait()
	return g.ProcessState.ExitCode()
}

// TestServe lets two prompts join a session. One moves, and the other follows, asks and takes over; notes say by whom.
// A guest who is killed leaves nothing behind, a server that is killed nothing undone: the guest is there again when it
// is started anew, and the session stands where it stood.
func TestServe(t *testing.T) {
	h := newHall(t)
	s := h.serves("bank=bank.rec")
	anna, ben := h.joins("anna"), (*joiner)(nil)
	anna.types("who", "anna  prompt, moves  (you)")
	ben = h.joins("ben")
	ben.types("who", "ben  prompt, looks  (you)")
	anna.types("goto 41", "after event 41 of 319, at")
	ben.hears("anna: after event 41 of 319")
	ben.types("goto 5", "you look: anna moves; take lets you move")
	ben.types("print balance", "[100 100 100 100 100 100]")
	ben.types("take", "you move from now on")
	anna.hears("ben moves from now on")
	anna.types("goto 6", "you look: ben moves")
	ben.types("note look here", "note 1: after event 41 of 319")
	ben.types("notes", "look here (ben)")
	ben.types("goto 77", "after event 77 of 319, at")
	anna.hears("ben: after event 77 of 319")
	_ = ben.Process.Kill()
	anna.hears("ben has left: nobody moves until somebody takes over")
	cleo := h.joins("cleo")
	cleo.types("who", "cleo  prompt, moves  (you)")
	dora := h.joins("dora", "--take-over")
	cleo.hears("dora moves from now on")
	if code := dora.leaves(); code != cli.ExitOK {
		t.Errorf("dora ends with %d: %s", code, dora.out)
	}
	book := filepath.Join(h.dir, "state", "machsim", "serve", "sessions.json")
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if text, _ := os.ReadFile(book); strings.Contains(string(text), `"77"`) {
			break
		} else if time.Since(began) > patienceOfTests {
			t.Fatalf("the book has %s", text)
		}
	}
	_ = s.Process.Kill()
	_ = s.Wait()
	anna.hears("the server is away: waiting for it to come back")
	h.serves()
	anna.hears("bank  seed 9  319 events\nafter event 77 of 319")
	anna.types("notes", "look here (ben)")
	anna.types("who", "cleo  prompt, ")
	if code := anna.leaves(); code != cli.ExitOK {
		t.Errorf("anna ends with %d", code)
	}
}

// TestServeRefuses knocks at the doors as nobody may: all are told the same, the log says why.
func TestServeRefuses(t *testing.T) {
	h := newHall(t)
	s := h.serves("bank=bank.rec", "--listen", "127.0.0.1:0")
	tcp, look := s.links[0], s.links[1]
	address := strings.Fields(tcp)[1]
	file := func(name, line string) string {
		path := filepath.Join(h.dir, name)
		if err := os.WriteFile(path, []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	words := strings.Fields(tcp)
	for _, c := range []struct {
		name  string
		words []string
		says  string
		log   string
	}{
		{"token", []string{"tcp", address, "token", strings.Repeat("0", 32), "certificate", words[5]}, "refuses",
			"a wrong token"},
		{"certificate", []string{"tcp", address, "token", words[3], "certificate", strings.Repeat("0", 64)},
			"its certificate, or its user, is another", ""},
	} {
		link := file(c.name, strings.Join(c.words, " "))
		out, err := h.machsim("debug", "--connect", "bank", "--link", link).CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: %v, %s", c.name, err, out)
		}
		waitFor(t, c.log, s.errs)
	}
	out, err := h.machsim("debug", "--connect", "nobody").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "machsim serve refuses: there is no such session, or you may not") {
		t.Errorf("an unknown session: %s", out)
	}
	waitFor(t, "an unknown session", s.errs)
	for _, c := range []struct{ path, host, header, value, log string }{
		{"/sessions", "evil.example", "", "", "a foreign Host"},
		{"/sessions", "machsim", "Origin", "http://evil.example", "a foreign Origin"},
		{"/page/", "machsim", "Machsim-Guest", strings.Repeat("a", 32), "an id of nobody who is there"},
		{"/join?session=bank&as=x&face=prompt", "machsim", "", "", "it does not know how to join"},
		{"/join?session=bank&as=x%0d%0ay&face=prompt", "machsim", "Upgrade", "machsim", "it does not know how to join"},
	} {
		if status, text := knock(t, h.sock, c.path, c.host, c.header, c.value); status != 403 || text != "refused\n" {
			t.Errorf("%s with %s %s is answered %d %s", c.path, c.header, c.value, status, text)
		}
		waitFor(t, c.log, s.errs)
	}
	anna := h.joins("anna", "--link", file("moves", tcp))
	anna.types("who", "anna  prompt, moves  (you)")
	ben := h.joins("ben", "--link", file("looks", strings.TrimPrefix(look, "look ")))
	ben.types("take", "you only look: anna moves, and may let you")
	anna.types("give ben", "ben moves from now on")
	ben.hears("you move from now on")
	ben.types("goto 7", "after event 7 of 319, at")
	anna.types("take", "you move from now on")
	ben.types("take", "you only look: anna moves")
}

// knock makes a request at a socket.
func knock(t *testing.T, socket, path, host, header, value string) (int, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", socket) }}}
	r, err := http.NewRequest("GET", "http://"+host+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if header != "" {
		r.Header.Set(header, value)
	}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, _ := io.ReadAll(a.Body)
	return a.StatusCode, string(text)
}

// TestServePage joins by a page beside a prompt: it follows, may not move, takes over, and is there again, at the same
// address, when the server was killed and started anew.
func TestServePage(t *testing.T) {
	h := newHall(t)
	s := h.serves("bank=bank.rec")
	anna := h.joins("anna")
	anna.types("goto 41", "after event 41 of 319, at")
	p, err := startWeb(h.dir, h.env, "--connect", "bank", "--as", "page")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill(); _ = p.Wait() })
	asks := func(method, params, says string) {
		t.Helper()
		var said string
		for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
			answer, err := p.ask(method, params)
			if said = string(answer.Result); answer.Error != nil {
				said = answer.Error.Text
			}
			if strings.Contains(said, says) {
				return
			} else if time.Since(began) > patienceOfTests {
				t.Fatalf("%s answers %s, %v, without %s", method, said, err, says)
			}
		}
	}
	asks("here", `{}`, `"position":"41"`)
	asks("you", `{}`, `{"name":"page","why":"you look: anna moves"}`)
	asks("session", `{}`, `{"name":"bank","guests":[{"name":"anna","face":"prompt","moves":true,"looks":false,`)
	asks("goto", `{"position": "7"}`, "you look: anna moves")
	anna.types("goto 50", "after event 50 of 319, at")
	asks("here", `{}`, `"position":"50"`)
	asks("take", `{}`, `{}`)
	anna.hears("page moves from now on")
	asks("goto", `{"position": "7"}`, `"position":"7"`)
	anna.hears("page: after event 7 of 319")
	_ = s.Process.Kill()
	_ = s.Wait()
	anna.hears("the server is away")
	h.serves()
	asks("session", `{}`, `"name":"bank"`)
	asks("here", `{}`, `"events":319`)
	if code := p.interrupt(); code != cli.ExitOK {
		t.Errorf("Ctrl-C ends the page with %d: %s", code, p.errs)
	}
}

// TestServeList lists the sessions of a server.
func TestServeList(t *testing.T) {
	h := newHall(t)
	out, err := h.machsim("serve", "--list").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "no machsim serves there") {
		t.Errorf("without a server: %s", out)
	}
	h.serves("lesson=bank.rec", "philosophers", "--seed", "7")
	anna := h.joins("anna", "--connect", "lesson")
	anna.types("who", "(you)")
	text, err := h.machsim("serve", "--list", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var x map[string]any
		if err := d.Decode(&x); err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	if len(all) != 2 || all[0]["name"] != "lesson" || all[0]["moves"] != "anna" || all[1]["program"] != "philosophers" {
		t.Errorf("%v", all)
	}
	for _, args := range [][]string{{"a/b=bank.rec"}, {"nobody"}, {"x=bank.rec", "x=bank.rec"}} {
		out, err := h.machsim(append([]string{"serve", "--state", filepath.Join(h.dir, "other"), "--socket",
			h.sock + "2"}, args...)...).CombinedOutput()
		if err == nil {
			t.Errorf("%q: %s", args, out)
		}
	}
}
