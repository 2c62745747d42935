package serve

import (
	"context"
	"io"
	"net"
	"testing"
)

// TestOtherUser knocks as another user: nothing is said, and the log says whose it was.
func TestOtherUser(t *testing.T) {
	h := newHouse(t, Options{})
	strange.Store(1)
	defer strange.Store(0)
	c, err := net.Dial("unix", h.link.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "GET /sessions HTTP/1.1\r\nHost: machsim\r\n\r\n")
	if text, err := io.ReadAll(c); len(text) > 0 {
		t.Errorf("he is told %q, %v", text, err)
	}
	h.logs(t, "it is of the user")
	if _, err := h.link.Join(context.Background(), Wish{Session: "bank", As: "x", Face: Page}); err != ErrStranger {
		t.Errorf("a guest joins the server of another user: %v", err)
	}
}
