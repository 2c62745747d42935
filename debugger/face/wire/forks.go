package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"machsim/debugger"
)

var forkMethods = Group{"Forks", []Method{
	with("fork", "Makes a fork at the position, runs it, and enters it. It has at most one change.", fork),
	one[ofExpression]("sees", "Says whether assign is for an expression, and not set.", (*debugger.Debugger).Sees),
	of("reply", "Goes to where the last change rpc of the run has come back, and answers with what; else to the end.",
		(*debugger.Debugger).Reply),
	of("unusedSeed", "Answers a seed that no run here has had.", (*debugger.Debugger).UnusedSeed),
}}

// Fork says how a fork goes on.
type Fork struct {
	Seed json.RawMessage `json:"seed" doc:"chooses: a number, or a text with one; none stands for one that was not used"`
	Next string          `json:"next" doc:"the thread that goes next; \"\" for whom the seed chooses"`

	Set     *Set        `json:"set" doc:"changes a variable that a thread shows"`
	Assign  *Assign     `json:"assign" doc:"changes a variable of the chosen frame"`
	Call    *Invoke     `json:"call" doc:"calls a method of a variable"`
	RPC     *CallRPC    `json:"rpc" doc:"calls a port, from a thread of its own; reply tells what came of it"`
	Drop    *Sent       `json:"drop" doc:"loses a message that is queued or on a wire"`
	Inject  *Inject     `json:"inject" doc:"queues a message that nobody has sent"`
	Alter   *Alter      `json:"alter" doc:"changes a field of a message that is queued or on a wire"`
	Reorder *Reorder    `json:"reorder" doc:"moves a message in its queue"`
	Abort   *Abort      `json:"abort" doc:"ends the wait of a thread, as thread_abort does"`
	Kill    *Kill       `json:"kill" doc:"ends a thread or a task, or crashes a host"`
	Wire    *CutWire    `json:"wire" doc:"cuts the wire between two hosts, or mends it"`
	Halt    *HaltHost   `json:"halt" doc:"halts a host, and through it all others"`
	Resume  *ResumeHalt `json:"resume" doc:"ends such a halt"`
}

// HaltHost is a halt of hosts that goes on.
type HaltHost struct {
	Host string `json:"host" doc:"where it begins"`
	For  int64  `json:"for" doc:"microseconds after which it ends by itself; 0 for not"`
}

// ResumeHalt is the end of one.
type ResumeHalt struct {
	Number int `json:"number" doc:"of the halt; 0 for the last"`
}

// CutWire cuts a wire, or mends it.
type CutWire struct {
	From string `json:"from" doc:"a host"`
	To   string `json:"to" doc:"another"`
	Heal bool   `json:"heal" doc:"it is mended"`
}

// Set gives a variable that a thread shows another value.
type Set struct {
	Variable string `json:"variable" doc:"or a field or an element of one"`
	Value    string `json:"value" doc:"an expression of predicates"`
	Thread   string `json:"thread" doc:"that shows it; \"\" for the only one"`
}

// Invoke calls a method of a variable of the program.
type Invoke struct {
	Value
}

// CallRPC calls a port.
type CallRPC struct {
	Port    string `json:"port" doc:"its name"`
	Request string `json:"request" doc:"a struct, as in get{Account: 3}, or an id with items, as in 12(3, true)"`
	From    string `json:"from" doc:"a thread in whose task the call is made; \"\" for the one in focus"`
}

// Assign gives a variable of the program another value.
type Assign struct {
	Variable string `json:"variable" doc:"an expression of Go"`
	Value    string `json:"value" doc:"a number, a truth value, a text or nil, as Go writes them"`
}

// Inject is a message.
type Inject struct {
	Port  string `json:"port" doc:"its name"`
	ID    int32  `json:"id" doc:"of the message"`
	Items []any  `json:"items" doc:"numbers, truth values and texts"`
}

// Alter is a field of a message, and what it becomes.
type Alter struct {
	Sent  uint64 `json:"sent" doc:"the number of the event that sent it"`
	Field string `json:"field" doc:"its name, or the number of an item, from 1"`
	Value string `json:"value" doc:"a number, true or false, or a text, as the field was"`
}

// Reorder is a message, and its place.
type Reorder struct {
	Sent  uint64 `json:"sent" doc:"the number of the event that sent it"`
	Place int    `json:"place" doc:"in its queue, from 1; 0 for the last"`
}

// Abort says who is aborted.
type Abort struct {
	Thread string `json:"thread" doc:"its name"`
}

// Kill says who ends.
type Kill struct {
	Kind string `json:"kind" doc:"thread, task or host; \"\" for the one that has this name"`
	Name string `json:"name" doc:"its name"`
}

func fork(ctx context.Context, d *debugger.Debugger, p Fork) (debugger.Run, error) {
	f := debugger.Fork{Next: p.Next}
	var err error
	if f.Seed, err = seed(p.Seed); err != nil {
		return debugger.Run{}, err
	}
	changes, err := p.changes()
	switch {
	case err != nil:
		return debugger.Run{}, err
	case len(changes) > 1:
		return debugger.Run{}, errors.New("a fork has one change: make another fork for the next")
	case len(changes) == 1:
		f.Change = changes[0]
	}
	return d.Fork(ctx, f)
}

// seed reads a seed; nil stands for none.
func seed(raw json.RawMessage) (*uint64, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	text := string(raw)
	_ = json.Unmarshal(raw, &text) // else it is a number as it stands
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("a seed is a number from 0 on, not %s", text)
	}
	return &n, nil
}

// changes are the changes that are wanted.
func (p Fork) changes() (all []debugger.Change, err error) {
	if c := p.Set; c != nil {
		all = append(all, debugger.Set{Variable: c.Variable, Value: c.Value, Thread: c.Thread})
	}
	if c := p.Assign; c != nil {
		all = append(all, debugger.Assign{Variable: c.Variable, Value: c.Value})
	}
	if c := p.Call; c != nil {
		at, err := c.is()
		if err != nil {
			return nil, err
		}
		all = append(all, debugger.Invoke{Expression: c.Expression, In: at})
	}
	if c := p.RPC; c != nil {
		all = append(all, debugger.CallRPC{Port: c.Port, Request: c.Request, From: c.From})
	}
	if c := p.Drop; c != nil {
		all = append(all, debugger.Drop{Sent: c.Sent})
	}
	if c := p.Inject; c != nil {
		items, err := items(c.Items)
		if err != nil {
			return nil, err
		}
		all = append(all, debugger.Inject{Port: c.Port, ID: c.ID, Items: items})
	}
	if c := p.Alter; c != nil {
		all = append(all, debugger.Alter{Sent: c.Sent, Field: c.Field, Value: c.Value})
	}
	if c := p.Reorder; c != nil {
		all = append(all, debugger.Reorder{Sent: c.Sent, Place: c.Place})
	}
	if c := p.Abort; c != nil {
		all = append(all, debugger.Abort{Thread: c.Thread})
	}
	if c := p.Kill; c != nil {
		if c.Kind != "" {
			if _, err := oneOf("kind", c.Kind, objectKinds[:3]); err != nil {
				return nil, err
			}
		}
		all = append(all, debugger.Kill{Kind: debugger.Kind(c.Kind), Name: c.Name})
	}
	if c := p.Halt; c != nil {
		all = append(all, debugger.HaltHost{Host: c.Host, For: c.For})
	}
	if c := p.Resume; c != nil {
		all = append(all, debugger.ResumeHalt{Number: c.Number})
	}
	if c := p.Wire; c != nil {
		all = append(all, debugger.CutWire{Hosts: [2]string{c.From, c.To}, Heal: c.Heal})
	}
	return all, nil
}

// items are those of a message, of the types that Inject takes.
func items(given []any) (all []any, err error) {
	for _, v := range given {
		switch v := v.(type) {
		case bool, string:
			all = append(all, v)
		case json.Number:
			item, err := number(v)
			if err != nil {
				return nil, err
			}
			all = append(all, item)
		default:
			return nil, errors.New("the items of a message are numbers, truth values and texts")
		}
	}
	return all, nil
}

// number is a whole number, or one with a point.
func number(v json.Number) (any, error) {
	if n, err := v.Int64(); err == nil {
		return n, nil
	}
	f, err := v.Float64()
	if err != nil {
		return nil, fmt.Errorf("%s is no number that an item can be", v)
	}
	return f, nil
}
