package debugger_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"machsim/debugger"
)

// TestLooks lets one who may only look do all sorts of things: what he asks is answered, and what he changes is
// refused, and has not happened.
func TestLooks(t *testing.T) {
	d := opened(t, "bank", 9)
	no := errors.New("you may only look")
	looks := debugger.As(ctx, &debugger.Person{Name: "ben", Looks: func() error { return no }})
	start, err := d.Position(ctx, "start")
	must(t, err)
	was, err := d.Stamp(ctx)
	must(t, err)
	for what, f := range map[string]func(context.Context) error{
		"goto":       func(ctx context.Context) error { _, err := d.Goto(ctx, start); return err },
		"continue":   func(ctx context.Context) error { _, err := d.Continue(ctx, true); return err },
		"step":       func(ctx context.Context) error { _, err := d.Step(ctx, debugger.Step{Back: true}); return err },
		"break":      func(ctx context.Context) error { _, err := d.Break(ctx, "lock", false); return err },
		"focus":      func(ctx context.Context) error { _, err := d.SetFocus(ctx, "teller1.1"); return err },
		"note":       func(ctx context.Context) error { _, err := d.Note(ctx, "look"); return err },
		"checkpoint": func(ctx context.Context) error { _, err := d.Checkpoint(ctx, "x"); return err },
		"mode":       func(ctx context.Context) error { return d.SetMode(ctx, debugger.Optimistic) },
		"write": func(ctx context.Context) error {
			return d.Do(ctx, "write", func(context.Context) error { return d.Write("x", nil) })
		},
	} {
		if err := f(looks); !errors.Is(err, no) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = d.Fork(looks, debugger.Fork{})
	if !errors.Is(err, no) && err == nil {
		t.Errorf("fork: %v", err)
	}
	_, err = d.Variables(looks, "balance")
	must(t, err)
	_, err = d.Threads(looks)
	must(t, err)
	if now, err := d.Stamp(ctx); now != was || err != nil {
		t.Errorf("%s, %v\nand was\n%s", now, err, was)
	}
	_, err = d.Goto(debugger.As(ctx, &debugger.Person{Name: "anna", Looks: func() error { return nil }}), start)
	must(t, err)
}

// TestOnChange is told of what changes the state, whoever does it, and of nothing else. Notes say who wrote them.
func TestOnChange(t *testing.T) {
	d := opened(t, "bank", 9)
	was, err := d.Stamp(ctx)
	must(t, err)
	var told []string
	d.OnChange(was, func(_ string, h debugger.Here) { told = append(told, h.Position.String()) })
	_, err = d.Threads(ctx)
	must(t, err)
	start, err := d.Position(ctx, "start")
	must(t, err)
	_, err = d.Goto(ctx, start)
	must(t, err)
	n, err := d.Note(debugger.As(ctx, &debugger.Person{Name: "anna"}), "look")
	must(t, err)
	if n.By != "anna" || len(told) != 2 || told[0] != "0" {
		t.Errorf("told %q, a note by %q", told, n.By)
	}
}

// TestTasks tells one who looks the values of one task, and of others names. Nothing that he may ask has a value of
// theirs, and what may have some is refused.
func TestTasks(t *testing.T) {
	d := opened(t, "bank", 9)
	looks := debugger.As(ctx, &debugger.Person{Looks: func() error { return errors.New("you may only look") },
		Tasks: []string{"teller1"}})
	threads, err := d.Threads(looks)
	must(t, err)
	for _, th := range threads {
		if hidden := th.Call == "(not shown here)"; th.Task != "teller1" && th.Call != "" && !hidden || th.InHand != "" &&
			th.Task != "teller1" && th.InHand != "(not shown here)" {
			t.Errorf("%+v", th)
		}
	}
	_, err = d.Let(ctx, "kept", debugger.Scope{}, "41 + 1")
	must(t, err)
	if v, err := d.Value(looks, debugger.Scope{Thread: "teller1.1"}, "$kept"); err == nil {
		t.Errorf("a value that somebody has kept is %v", v)
	}
	if vars, err := d.Variables(looks, debugger.Plain); err != nil || len(vars.Rows) > 0 {
		t.Errorf("%v, %v", vars, err)
	}
	focus, err := d.Focus(looks)
	must(t, err)
	if strings.Contains(focus.What, "603") {
		t.Errorf("%+v", focus)
	}
	for what, f := range map[string]func() error{
		"events":   func() error { _, err := d.Events(looks, debugger.Span{Most: 9}); return err },
		"messages": func() error { _, err := d.Messages(looks); return err },
		"output":   func() error { _, err := d.Output(looks); return err },
		"evaluate": func() error { _, err := d.Evaluate(looks, debugger.Plain, "sum of balance"); return err },
		"end":      func() error { _, err := d.End(looks); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), "not shown here") {
			t.Errorf("%s: %v", what, err)
		}
	}
	vars, err := d.Variables(ctx, debugger.Plain)
	if err != nil || len(vars.Rows) == 0 {
		t.Errorf("who moves is told %v, %v", vars, err)
	}
}

// TestGivesWay has one look for as long as he likes. Who may do all does not wait for him.
func TestGivesWay(t *testing.T) {
	d := opened(t, "bank", 9)
	looks := debugger.As(ctx, &debugger.Person{Looks: func() error { return errors.New("you may only look") }})
	begun, ended := make(chan struct{}), make(chan error)
	go func() {
		ended <- d.Do(looks, "look", func(ctx context.Context) error {
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	<-begun
	start, err := d.Position(ctx, "start")
	must(t, err)
	_, err = d.Goto(ctx, start)
	must(t, err)
	if err := <-ended; !errors.As(err, new(*debugger.Interrupted)) {
		t.Errorf("who looks is told %v", err)
	}
}
