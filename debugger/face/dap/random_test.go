package dap_test

import (
	"math/rand/v2"
	"testing"

	godap "github.com/google/go-dap"

	"machsim/debugger/face/dap"
	"machsim/test/effort"
)

// guesses are arguments that some request takes: right, wrong or none.
func guesses(r *rand.Rand) map[string]any {
	pick := func(all ...any) any { return all[r.IntN(len(all))] }
	n := func() any { return pick(r.IntN(4), r.IntN(60), r.IntN(3000), -1, "x", 1e12, nil) }
	a := map[string]any{}
	for name, value := range map[string]any{
		"threadId": pick(1, 1, 2, n()), "frameId": n(), "variablesReference": n(), "levels": pick(0, 1, 20),
		"startFrame":  n(),
		"granularity": pick("line", "statement", "instruction", "x"), "targetId": n(), "requestId": n(),
		"expression": pick("account", "account[1]", "where", "goto 41", "goto 1000000", "continue back", "undo", "1 +", "",
			"print account", "break bank.go:81", "delete 1", "check sum of balance != 600", "\x00", "n", "run"),
		"context": pick("repl", "hover", "watch", "x"), "text": pick("b", "", "goto ", "acc", "é"), "column": n(),
		"line": pick(81, 94, n()), "endLine": n(), "source": pick(map[string]any{"path": "bank.go"}, map[string]any{
			"sourceReference": n()}, map[string]any{}, 7),
		"breakpoints": pick([]any{}, []any{map[string]any{"line": 81, "condition": pick("", "r.Account > 1", "(")}},
			[]any{map[string]any{"name": pick("bank", "send", "no such"), "dataId": "account[1] in bank.1#2",
				"instructionReference": pick("0x100000004", "receive", "0xzz"), "hitCondition": pick("", "2", "% 2", "x")}}, "x"),
		"name": pick("[1]", "account", "x"), "value": pick("7", "\"x\"", "nil", "("),
		"filters":         pick([]any{"check"}, []any{}),
		"memoryReference": pick("0x100000003", "bank.1@0x10000", "x", ""), "instructionCount": pick(50, n()),
		"instructionOffset": n(), "offset": n(), "count": n(), "sourceReference": n(), "lines": pick([]any{81}, nil),
		"arguments": pick(nil, map[string]any{"seed": 4}), "program": pick("bank", "x", 7),
	} {
		if r.IntN(4) > 0 {
			a[name] = value
		}
	}
	return a
}

// TestRandomRequests makes requests at random, several at once: right and wrong ones, some given up, and messages that
// are none. Each is answered, and once; the session goes on.
func TestRandomRequests(t *testing.T) {
	var names []string
	for _, r := range dap.Requests {
		if r.Name != "launch" || len(names)%2 == 0 {
			names = append(names, r.Name)
		}
	}
	names = append(names, "cancel", "pause", "terminate", "nonsense", "")
	const each = 400
	for round := range max(1, effort.Of(1200)/each) {
		r := rand.New(rand.NewPCG(7, uint64(round)))
		c := connect(t, samples{})
		c.ask("initialize", is{"adapterID": "x", "supportsProgressReporting": r.IntN(2) == 0,
			"supportsInvalidatedEvent": r.IntN(2) == 0}, nil)
		c.ask("launch", is{"program": []string{"bank", "philosophers", "clientserver"}[r.IntN(3)], "seed": r.IntN(20)}, nil)
		first := c.seq
		for range each {
			switch seq := 0; r.IntN(12) {
			case 0:
				c.garbles(r)
			case 1:
				seq = c.send("cancel", is{"requestId": c.seq - r.IntN(3)})
				c.answered(seq)
			default:
				seq = c.send(names[r.IntN(len(names))], guesses(r))
				if r.IntN(3) > 0 {
					c.answered(seq)
				}
			}
		}
		c.ask("threads", is{}, nil)
		c.ask("disconnect", is{}, nil)
		c.each(first)
	}
}

// garbles sends a message that is none, or no request.
func (c *client) garbles(r *rand.Rand) {
	text := []string{"{", "[]", `{"type": "response", "request_seq": 1, "command": "startDebugging", "success": false}`,
		`{"type": "event", "event": "x"}`, `"x"`}[r.IntN(5)]
	if err := godap.WriteBaseMessage(c.conn, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// each wants one answer to each request, from a number on.
func (c *client) each(first int) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	n := map[int]int{}
	for _, m := range c.got {
		if m.Type == "response" {
			n[m.RequestSeq]++
		}
	}
	for seq := first + 1; seq <= c.seq; seq++ {
		if n[seq] != 1 {
			c.t.Errorf("request %d was answered %d times", seq, n[seq])
		}
	}
}

// TestNumbersGoUp: messages are numbered in order.
func TestNumbersGoUp(t *testing.T) {
	c, at := bankAt(t, is{"line": 81})
	for range 5 {
		c.move("continue", at.ThreadId, nil)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, m := range c.got {
		if m.Seq != i+1 {
			t.Fatalf("message %d has the number %d", i+1, m.Seq)
		}
	}
}
