package debugger_test

import (
	"context"
	"errors"
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
