package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"machsim/debugger"
)

var forkMethods = Group{"Forks", []Method{
	with("fork", "Makes a fork at the position, runs it, and enters it. It has at most one change.", fork),
	calls[ofExpression]("sees", "Says whether assign is for an expression, and not set.", (*debugger.Debugger).Sees),
	calls[none]("reply",
		"Goes to where the last change rpc of the run has come back, and answers with what; else to the end.",
		(*debugger.Debugger).Reply),
	calls[none]("unusedSeed", "Answers a seed that no run here has had.", (*debugger.Debugger).UnusedSeed),
}}

// Fork says how a fork goes on.
type Fork struct {
	Seed json.RawMessage `json:"seed" doc:"chooses: a number, or a text with one; none stands for one that was not used"`
	Next string          `json:"next" doc:"the thread that goes next; \"\" for whom the seed chooses"`

	Set     *debugger.Set        `json:"set" doc:"changes a variable that a thread shows"`
	Assign  *Assign              `json:"assign" doc:"changes a variable of the chosen frame"`
	Call    *debugger.Invoke     `json:"call" doc:"calls a method of a variable"`
	RPC     *debugger.CallRPC    `json:"rpc" doc:"calls a port, from a thread of its own; reply tells what came of it"`
	Drop    *Sent                `json:"drop" doc:"loses a message that is queued or on a wire"`
	Inject  *debugger.Inject     `json:"inject" doc:"queues a message that nobody has sent"`
	Alter   *debugger.Alter      `json:"alter" doc:"changes a field of a message that is queued or on a wire"`
	Reorder *debugger.Reorder    `json:"reorder" doc:"moves a message in its queue"`
	Abort   *debugger.Abort      `json:"abort" doc:"ends the wait of a thread, as thread_abort does"`
	Kill    *debugger.Kill       `json:"kill" doc:"ends a thread or a task, or crashes a host"`
	Wire    *debugger.CutWire    `json:"wire" doc:"cuts the wire between two hosts, or mends it"`
	Halt    *debugger.HaltHost   `json:"halt" doc:"halts a host, and through it all others"`
	Resume  *debugger.ResumeHalt `json:"resume" doc:"ends such a halt"`
}

// Assign gives a variable of the program another value.
type Assign struct {
	Variable string `json:"variable" doc:"an expression of Go"`
	Value    string `json:"value" doc:"a number, a truth value, a text or nil, as Go writes them"`
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
	if c := p.Inject; c != nil {
		if c.Items, err = items(c.Items); err != nil {
			return nil, err
		}
	}
	if c := p.Kill; c != nil && c.Kind != "" {
		if _, err := oneOf("kind", string(c.Kind), objectKinds[:3]); err != nil {
			return nil, err
		}
	}
	if c := p.Assign; c != nil {
		all = append(all, debugger.Assign{Variable: c.Variable, Value: c.Value})
	}
	if c := p.Drop; c != nil {
		all = append(all, debugger.Drop{Sent: c.Sent})
	}
	for _, v := range reflect.ValueOf(p).Fields() {
		if v.Type().Implements(reflect.TypeFor[debugger.Change]()) && !v.IsNil() {
			all = append(all, v.Elem().Interface().(debugger.Change))
		}
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
