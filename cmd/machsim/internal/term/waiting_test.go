package term

import (
	"bytes"
	"fmt"
	"testing"
	"time"
)

// TestWaiting sees other lines come in place of the shown one, and nothing left of that at the end.
func TestWaiting(t *testing.T) {
	var out bytes.Buffer
	k := &Waiting{w: &out, text: "building", over: make(chan struct{})}
	fmt.Fprintln(k.Output(), "first")
	k.show(1500 * time.Millisecond)
	k.show(2 * time.Second)
	fmt.Fprintln(k.Output(), "second")
	k.show(3 * time.Second)
	k.End()
	k.show(4 * time.Second)
	k.End()
	const line = "\r\x1b[K"
	want := "first\n\rbuilding: 1.5 s\x1b[K\rbuilding: 2.0 s\x1b[K" + line + "second\n\rbuilding: 3.0 s\x1b[K" + line
	if out.String() != want {
		t.Errorf("the terminal gets %q, not %q", out.String(), want)
	}
}

// TestWaitingElsewhere sees nothing but what others write where there is no terminal.
func TestWaitingElsewhere(t *testing.T) {
	var out bytes.Buffer
	k := NewWaiting(&out, "building")
	k.show(time.Second)
	fmt.Fprint(k.Output(), "text")
	k.End()
	if out.String() != "text" {
		t.Errorf("a file gets %q", out.String())
	}
}
