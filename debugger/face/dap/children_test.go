package dap_test

import (
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"

	godap "github.com/google/go-dap"
)

// TestSessionsOfTasks: a client that knows of it has a session for each task beside the first. Whoever moves the run
// moves it for all; a stranger sees nothing.
func TestSessionsOfTasks(t *testing.T) {
	c := connect(t, samples{})
	c.ask("initialize", is{"adapterID": "x", "supportsStartDebuggingRequest": true}, nil)
	c.ask("launch", is{"program": "bank", "seed": 9, "sessions": "tasks"}, nil)
	c.event("initialized", nil)
	c.breaks(is{"line": 111})
	c.ask("configurationDone", is{}, nil)
	first := c.stopped()
	asked := map[string]is{}
	for _, name := range []string{"bank", "teller1", "teller2"} {
		m := c.until("a session for "+name, func(_ int, m message) bool {
			return m.Type == "request" && strings.Contains(string(m.raw), `"task":"`+name+`"`)
		})
		var x struct {
			Arguments struct{ Configuration is }
		}
		if err := json.Unmarshal(m.raw, &x); err != nil {
			t.Fatal(err)
		}
		asked[name] = x.Arguments.Configuration
	}
	teller, stranger := join(t, asked["teller1"]), join(t, asked["teller1"])
	if why := stranger.fails("threads", is{}); why == "" {
		t.Error("a stranger sees threads")
	}
	stranger.fails("evaluate", is{"expression": "where", "context": "repl"})
	stranger.fails("pause", is{"threadId": 1})
	stranger.fails("launch", is{"program": "bank"})
	stranger.fails("attach", is{"task": "bank", "secret": "guess"})
	teller.ask("attach", asked["teller1"], nil)
	teller.event("initialized", nil)
	teller.ask("configurationDone", is{}, nil)
	at := teller.stopped()
	var threads godap.ThreadsResponseBody
	teller.ask("threads", is{}, &threads)
	if len(threads.Threads) != 1 || threads.Threads[0].Name != "office/teller1.1" || at.ThreadId != threads.Threads[0].Id {
		t.Errorf("the session of teller1 sees %+v, and stands at %+v", threads, at)
	}
	teller.fails("restart", is{})
	here := teller.move("next", at.ThreadId, nil)
	var on godap.ContinuedEventBody
	c.event("continued", &on)
	there := c.stopped()
	if here.Description != there.Description || there.Description == first.Description || !there.PreserveFocusHint {
		t.Errorf("one session stands at %+v, and the other at %+v", here, there)
	}
	c.move("stepBack", there.ThreadId, nil)
	teller.event("continued", nil)
	teller.stopped()
	teller.ask("disconnect", is{}, nil)
	c.move("continue", there.ThreadId, nil)
	other := join(t, asked["bank"])
	other.ask("attach", asked["bank"], nil)
	c.ask("disconnect", is{}, nil)
	other.event("terminated", nil)
}

// join connects as the session of a task.
func join(t *testing.T, to is) *client {
	t.Helper()
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%v", to["debugServer"]))
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, conn: conn, news: make(chan struct{})}
	go c.reads()
	t.Cleanup(func() { conn.Close() })
	c.ask("initialize", is{"adapterID": "x"}, nil)
	return c
}
