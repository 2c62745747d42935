//go:build unix

package app

import (
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
)

// actor is somebody in the story of docs/SERVING.md.
type actor struct {
	says func(line string)
	out  *heard
	read int // how much of what he was told is behind
}

// is waits until an actor is told something, after what he was told before.
func (a *actor) is(t *testing.T, told string) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		text := a.out.String()
		if n := strings.Index(text[a.read:], told); n >= 0 {
			a.read += n + len(told)
			return
		} else if time.Since(began) > patienceOfTests {
			t.Fatalf("he is not told %q: %s", told, text[a.read:])
		}
	}
}

// TestServing plays the story of docs/SERVING.md, with a process for each in it.
func TestServing(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/SERVING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, story, _ := strings.Cut(string(text), "\n```\n")
	story, _, _ = strings.Cut(story, "\n```\n")
	h, all, server := newHall(t), map[string]*actor{}, (*holder)(nil)
	as := regexp.MustCompile(`^machsim (\w+) --connect bank --as (\w+)$`)
	for line := range strings.SplitSeq(story, "\n") {
		switch command, is := strings.CutPrefix(line, "$ "); {
		case command == "kill -9 serve":
			_ = server.Process.Kill()
			_ = server.Wait()
		case is && as.MatchString(command):
			m := as.FindStringSubmatch(command)
			all[m[2]] = h.acts(m[1], m[2])
		case is:
			server = h.serves(strings.Fields(command)[2:]...)
		case strings.Contains(line, "> "):
			name, words, _ := strings.Cut(line, "> ")
			all[name].says(words)
		default:
			name, told, _ := strings.Cut(line, "| ")
			t.Log(line)
			all[name].is(t, told)
		}
	}
	if len(all) != 4 {
		t.Errorf("%d are in the story", len(all))
	}
}

// acts lets somebody join by a face.
func (h *hall) acts(face, name string) *actor {
	switch face {
	case "debug":
		g := h.joins(name)
		a := &actor{out: g.out, says: func(line string) { _, _ = io.WriteString(g.in, line+"\n") }}
		a.is(h.t, "type help to see the commands")
		return a
	case "web":
		return h.actsByPage(name)
	}
	return h.actsByEditor(name)
}

func (h *hall) actsByPage(name string) *actor {
	p, err := startWeb(h.dir, h.env, "--connect", "bank", "--as", name)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = p.Process.Kill(); _ = p.Wait() })
	a := &actor{out: &heard{}}
	a.says = func(line string) {
		params, _ := json.Marshal(map[string]string{"line": line})
		answer, err := p.ask("command", string(params))
		for began := time.Now(); err != nil && time.Since(began) < patienceOfTests; {
			time.Sleep(20 * time.Millisecond) // the server is away
			answer, err = p.ask("command", string(params))
		}
		if answer.Error != nil {
			_, _ = io.WriteString(a.out, answer.Error.Text)
		}
		_, _ = a.out.Write(answer.Result)
	}
	return a
}

func (h *hall) actsByEditor(name string) *actor {
	e := h.edits("--connect", "bank", "--as", name)
	e.send("attach", `{"session": "bank"}`)
	e.until("attach")
	e.stops()
	a := &actor{out: &heard{}}
	go func() {
		for {
			text, err := dap.ReadBaseMessage(e.from)
			if err != nil {
				return
			}
			_, _ = a.out.Write(text)
		}
	}()
	a.says = func(line string) { e.send("evaluate", `{"context": "repl", "expression": "`+line+`"}`) }
	return a
}
