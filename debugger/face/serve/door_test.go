//go:build unix

package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// house is a Server with a session of a bank, at a socket.
type house struct {
	*Server
	link Link
	mu   sync.Mutex
	log  []string
}

func newHouse(t *testing.T, o Options) *house {
	t.Helper()
	h := &house{}
	o.Log = func(format string, args ...any) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.log = append(h.log, fmt.Sprintf(format, args...))
	}
	h.Server = New(o)
	if err := h.Add("bank", opens(t).d, ""); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "ms") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	h.link = Link{Network: "unix", Address: filepath.Join(dir, "own", "s")}
	l, err := Listen(h.link.Address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- h.Serve(ctx, Door{Listener: l}) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		os.RemoveAll(dir)
	})
	return h
}

// logs waits until the log has a line with some words.
func (h *house) logs(t *testing.T, words string) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		text := strings.Join(h.log, "\n")
		h.mu.Unlock()
		if strings.Contains(text, words) {
			return
		} else if time.Since(began) > 20*time.Second {
			t.Fatalf("the log has no %q: %s", words, text)
		}
	}
}

// TestLongLine sends a line that does not end. The guest is let go, and the server goes on.
func TestLongLine(t *testing.T) {
	h := newHouse(t, Options{})
	seat, err := h.link.Join(context.Background(), Wish{Session: "bank", As: "anna", Face: Prompt})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(seat, strings.Repeat("x", 2*longestLine)) }()
	_, _ = io.Copy(io.Discard, seat) // it may end in any way
	h.logs(t, "anna leaves bank")
	if all, err := h.link.Sessions(context.Background()); err != nil || len(all) != 1 || all[0].Guests != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

// TestMostGuests lets in no more than there may be.
func TestMostGuests(t *testing.T) {
	h := newHouse(t, Options{Most: 2})
	for n := range 3 {
		_, err := h.link.Join(context.Background(), Wish{Session: "bank", As: "anna", Face: Page})
		if refused := errors.Is(err, ErrRefused); refused != (n == 2) {
			t.Errorf("guest %d: %v", n, err)
		}
	}
	h.logs(t, "too many guests")
}

// TestReplayed uses the id of a guest who has left.
func TestReplayed(t *testing.T) {
	h := newHouse(t, Options{})
	ctx := context.Background()
	seat, err := h.link.Join(ctx, Wish{Session: "bank", As: "anna", Face: Page})
	if err != nil {
		t.Fatal(err)
	}
	asks := func() int {
		t := h.link.transport()
		defer t.CloseIdleConnections()
		r := h.link.request(ctx, "/page/")
		r.Header.Set(guestHeader, seat.ID)
		a, err := t.RoundTrip(r)
		if err != nil {
			return 0
		}
		a.Body.Close()
		return a.StatusCode
	}
	if code := asks(); code != 200 {
		t.Errorf("a guest is answered %d", code)
	}
	seat.Close()
	h.logs(t, "anna leaves bank")
	if code := asks(); code != 403 {
		t.Errorf("a guest who has left is answered %d", code)
	}
	h.logs(t, "an id of nobody who is there")
}

// TestOwn refuses directories that are not this user's alone.
func TestOwn(t *testing.T) {
	dir := t.TempDir()
	mine, open, link := filepath.Join(dir, "mine"), filepath.Join(dir, "open"), filepath.Join(dir, "link")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Own(mine); err != nil {
		t.Error(err)
	}
	if err := os.Symlink(mine, link); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{open: "others may look", link: "a symbolic link"} {
		if err := Own(path); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestLeftSocket takes the place of a server that was killed, and not that of a file.
func TestLeftSocket(t *testing.T) {
	dir, err := os.MkdirTemp("", "ms")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "s")
	l, err := Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	if l, err = Listen(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	l.Close()
	if err := os.WriteFile(path, []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(path); err == nil {
		t.Error("it listens in place of a file")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "dear" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// TestLinks reads the lines that are told.
func TestLinks(t *testing.T) {
	for _, l := range []Link{{Network: "unix", Address: "/a b/c"},
		{Network: "tcp", Address: "[::1]:70", Token: "abc", Certificate: strings.Repeat("0", 64)}} {
		if got, err := ParseLink(l.String() + "\nlook this\n"); err != nil || got != l {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for _, text := range []string{"", "tcp", "tcp x token t certificate " + strings.Repeat("0", 64),
		"tcp 1.2.3.4:5 token t certificate 00"} {
		if l, err := ParseLink(text); err == nil {
			t.Errorf("%q is read as %+v", text, l)
		}
	}
}

// TestIdentity finds the same one again, which nobody else may read.
func TestIdentity(t *testing.T) {
	dir := t.TempDir()
	one, err := IdentityIn(dir)
	if err != nil {
		t.Fatal(err)
	}
	two, err := IdentityIn(dir)
	if err != nil || one.Fingerprint() != two.Fingerprint() || one.Moves != two.Moves || one.Moves == one.Looks {
		t.Errorf("%v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, identityFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(filepath.Join(dir, identityFile), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := IdentityIn(dir); err == nil {
		t.Error("a damaged one is used")
	}
}

// TestBook reads what was written, and refuses what is no book.
func TestBook(t *testing.T) {
	dir := t.TempDir()
	b, rows, err := OpenBook(dir)
	if err != nil || rows != nil {
		t.Fatal(rows, err)
	}
	s := opens(t)
	b.keeps(s, "bank.rec")
	b.Holds(Kept{Name: "gone", File: "/gone.rec", Position: "3"})
	guestOf(s, "anna").asks("goto", `{"position":"41"}`)
	b.close()
	if _, rows, err = OpenBook(dir); err != nil || len(rows) != 2 || rows[0].Position != "41" || rows[1].Name != "gone" {
		t.Errorf("%+v, %v", rows, err)
	}
	for _, text := range []string{"{", `[{"name": "../x"}]`} {
		if err := os.WriteFile(filepath.Join(dir, bookFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, rows, err = OpenBook(dir); err == nil && len(rows) > 0 {
			t.Errorf("%s is read as %+v", text, rows)
		}
	}
}
