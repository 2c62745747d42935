package app

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"
)

// client is an editor that speaks to machsim dap.
type client struct {
	t    *testing.T
	to   io.Writer
	from *bufio.Reader
	seq  int
}

// begins starts machsim dap, and launches something.
func begins(t *testing.T, launch string) (*client, dap.Message) {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		var errs strings.Builder
		code := run(tested(), []string{"dap"}, in, out, &errs)
		out.Close()
		if code != 0 {
			t.Errorf("it ends with code %d: %s", code, errs.String())
		}
		ended <- code
	}()
	e := &client{t: t, to: to, from: bufio.NewReader(from)}
	t.Cleanup(func() {
		e.send("disconnect", "{}")
		for {
			if _, err := dap.ReadProtocolMessage(e.from); err != nil {
				break
			}
		}
		<-ended
	})
	e.send("initialize", `{"adapterID": "x"}`)
	e.until("initialize")
	e.send("launch", launch)
	return e, e.until("launch")
}

func (e *client) send(command, arguments string) {
	e.seq++
	text := fmt.Sprintf(`{"seq": %d, "type": "request", "command": %q, "arguments": %s}`, e.seq, command, arguments)
	if err := dap.WriteBaseMessage(e.to, []byte(text)); err != nil {
		e.t.Error(err)
	}
}

// until waits for the answer to a request, or for an event.
func (e *client) until(name string) dap.Message {
	e.t.Helper()
	for {
		m, err := dap.ReadProtocolMessage(e.from)
		if err != nil {
			e.t.Fatalf("%s does not come: %v", name, err)
		}
		switch x := m.(type) {
		case dap.ResponseMessage:
			if x.GetResponse().Command == name {
				return m
			}
		case dap.EventMessage:
			if x.GetEvent().Event == name {
				return m
			}
		}
	}
}

// stops tells machsim dap that nothing more is to be set, and returns where the run stops.
func (e *client) stops() dap.StoppedEventBody {
	e.t.Helper()
	e.send("configurationDone", "{}")
	return e.until("stopped").(*dap.StoppedEvent).Body
}

// TestDapLaunches launches what can be launched: a program, with parameters, live, and the file of a recording.
func TestDapLaunches(t *testing.T) {
	t.Chdir(t.TempDir())
	for launch, want := range map[string]string{
		`{"program": "t-check"}`:                              "exception CHECK FAILED",
		`{"program": "t-ok", "type": "machsim"}`:              "end end of the run: OK",
		`{"program": "t-params", "args": {"n": 5}}`:           "end end of the run: OK",
		`{"program": "t-check", "live": true, "seed": 4}`:     "exception CHECK FAILED",
		`{"program": "t-ok", "stopOnEntry": true}`:            "entry start of the recording",
		`{"program": "t-ok", "never": ["steps > 1"]}`:         "error",
		`{"program": "t-params", "args": {"n": 50}}`:          "error",
		`{"program": "nosuch"}`:                               "error",
		`{"program": "t-ok", "mode": "lazy"}`:                 "error",
		`{"program": "t-ok", "faults": "rain=1"}`:             "error",
		`{"program": "t-ok", "loopLimit": "soon"}`:            "error",
		`{"program": "t-ok", "keep": "1000events"}`:           "end end of the run: OK",
		`{"program": "t-ok", "keep": "1MB", "live": true}`:    "end end of the run: OK",
		`{"program": "t-ok", "keep": "all"}`:                  "error",
		`{"recording": "nosuch.rec"}`:                         "error",
		`{}`:                                                  "error",
		`{"program": 7}`:                                      "error",
		`{"program": "./nosuch"}`:                             "error",
		`{"program": "bank", "seed": 9, "strategy": "worst"}`: "error",
	} {
		t.Run(launch, func(t *testing.T) {
			e, m := begins(t, launch)
			if x, is := m.(*dap.ErrorResponse); is {
				if text := x.Body.Error.Variables["text"]; want != "error" || text == "" {
					t.Errorf("it fails: %s", text)
				}
				return
			}
			if x := e.stops(); x.Reason+" "+x.Description != want {
				t.Errorf("it stops so: %+v", x)
			}
		})
	}
	files, err := filepath.Glob(".machsim/t-check-*.rec")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	text, _ := json.Marshal(map[string]any{"program": files[0]})
	e, _ := begins(t, string(text))
	if x := e.stops(); x.Description != "CHECK FAILED" {
		t.Errorf("the recording stops so: %+v", x)
	}
}

// TestDapListens: whoever connects may run programs, so nobody from elsewhere can.
func TestDapListens(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":4711", "example.com:80", "127.0.0.1", "127.0.0.1:99999"} {
		var out, errs strings.Builder
		if code := run(tested(), []string{"dap", "--listen", address}, strings.NewReader(""), &out, &errs); code != 2 {
			t.Errorf("%s: %d, %s", address, code, errs.String())
		}
	}
}
