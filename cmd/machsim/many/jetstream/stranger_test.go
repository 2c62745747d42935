package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"machsim/cmd/machsim/internal/workqueue"
)

// noticed says whether the coordinator has told something, once.
func (f *fixture) noticed(text string) bool { return f.times(text) > 0 }

// times is how often the coordinator has told something.
func (f *fixture) times(text string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, notice := range f.notices {
		if strings.Contains(notice, text) {
			n++
		}
	}
	return n
}

// stranger connects to a coordinator with its token.
func stranger(t *testing.T, at string) (address, jetstream.JetStream) {
	t.Helper()
	a, err := parseURL(at)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := a.dial("stranger", nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return a, js
}

// huge sends the beginning of a message of 100 MB, as no client of good will does, and returns the answer.
func huge(t *testing.T, a address, subject string) string {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(a.server, "nats://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "CONNECT {\"verbose\":false,\"auth_token\":%q}\r\nPUB %s %d\r\n", a.user, subject, 100_000_000)
	answer, err := io.ReadAll(c) // until the server closes the connection
	if err != nil && len(answer) == 0 {
		t.Fatal(err)
	}
	return string(answer)
}

// A client without the token is refused, which both sides are told, and so is a URL without any.
func TestWrongToken(t *testing.T) {
	f := newFixture(t, 1)
	at, stop, _ := f.start(t)
	a, err := parseURL(at)
	if err != nil {
		t.Fatal(err)
	}
	a.user = url.User("0123")
	err = Queue.Join(t.Context(), join(a.String(), good))
	if err == nil || !strings.Contains(err.Error(), "refuses the token") {
		t.Errorf("the worker is told: %v", err)
	}
	if !f.noticed("wrong token") {
		t.Errorf("the coordinator tells %q", f.notices)
	}
	err = Queue.Join(t.Context(), join(a.server+"/"+a.job, good))
	if err == nil || !strings.Contains(err.Error(), "lacks the token") {
		t.Errorf("without a token the worker is told: %v", err)
	}
	if err := stop(); err == nil {
		t.Error("the job is done")
	}
}

// Parts that are malformed, too big, of another executable or of no item are refused; the item is done by a worker
// nevertheless, and its part is taken.
func TestStrangers(t *testing.T) {
	f := newFixture(t, 5)
	at, _, wait := f.start(t)
	a, js := stranger(t, at)
	s := subjects{a.job}
	put := func(item string, n int, header func(nats.Header), content []byte) {
		t.Helper()
		all, err := chunks(s, item, content, f.Job.Executable, "mallory")
		if err != nil {
			t.Fatal(err)
		}
		m := all[0]
		m.Subject = s.offers(item, fmt.Sprint(n))
		header(m.Header)
		if _, err := js.Conn().RequestMsg(m, patience); err != nil {
			t.Fatal(err)
		}
	}
	plain := func(nats.Header) {}
	put("1", 0, plain, []byte("nonsense"))
	put("2", 0, func(h nats.Header) { h.Set(headerExecutable, "e2") }, []byte("part of another"))
	put("3", 0, func(h nats.Header) { h.Set(headerSum, "00") }, []byte("part of a forger"))
	put("4", 7, plain, []byte("part of nothing"))
	put("5", 0, func(h nats.Header) { h.Set(headerChunks, "1000000") }, []byte("part of much"))
	put("99", 0, plain, []byte("part of no item"))
	large := bytes.Repeat([]byte("x"), maxChunk+maxHeader/2)
	if _, err := js.Conn().Request(s.offers("5", "1"), large, patience); err != nil {
		t.Fatal(err)
	}
	parts, err := js.Stream(t.Context(), s.parts())
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{s.chunk("99", 0), s.chunk("5", 1), s.chunk("2", 0)} {
		if m, err := parts.GetLastMsgForSubject(t.Context(), subject); !errors.Is(err, jetstream.ErrMsgNotFound) {
			t.Errorf("%s is stored: %v, %v", subject, m, err)
		}
	}
	if got := huge(t, a, s.chunk("5", 2)); !strings.Contains(got, "Maximum Payload") {
		t.Errorf("the answer to a message of a hundred megabytes is %q", got)
	}
	if err := Queue.Join(t.Context(), join(at, good)); err != nil {
		t.Error(err)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	f.complete(t)
	for _, want := range []string{`"1" from "mallory" was refused: it is malformed`, "another executable made it",
		"another hash", "its number is malformed", "maximum payload exceeded"} {
		if !f.noticed(want) {
			t.Errorf("%s is not told: %q", want, f.notices)
		}
	}
}

// Whoever has the token may send parts, and nothing else.
func TestPermissions(t *testing.T) {
	f := newFixture(t, 1)
	at, stop, _ := f.start(t)
	defer stop()
	a, js := stranger(t, at)
	s := subjects{a.job}
	for _, subject := range []string{"$JS.API.STREAM.DELETE." + s.parts(), s.over(), s.job(), s.item("2"),
		s.chunk("1", 0), s.chunk("99", 0)} {
		if err := errors.Join(js.Conn().Publish(subject, nil), js.Conn().Flush()); err != nil {
			t.Fatal(err)
		}
		if !f.noticed(`Publish Violation - Subject "` + subject) {
			t.Errorf("a worker may publish to %s: %q", subject, f.notices)
		}
	}
	// Nor does it hear what others are answered, whatever it calls itself.
	heard := func(name, subject string) bool {
		nc, err := nats.Connect(a.server, nats.Token(a.user.Username()), nats.Name(name),
			nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		violation := `Subscription Violation - Subject "` + subject
		before := f.times(violation)
		if _, err = nc.SubscribeSync(subject); err != nil || nc.Flush() != nil {
			t.Fatal(err)
		}
		return f.times(violation) == before
	}
	other := inbox(newToken())
	for _, name := range []string{"mallory", "mallory >", "mallory *", "", "mallory " + newToken()} {
		for _, subject := range []string{"_INBOX.>", "_INBOX.*.*", other + ".>"} {
			if heard(name, subject) {
				t.Errorf("%q hears %s: %q", name, subject, f.notices)
			}
		}
	}
	if secret := newToken(); !heard("worker "+secret, inbox(secret)+".>") {
		t.Error("a worker does not hear its own answers")
	}
}

// A worker that cannot do the job ends, and says why; so does one whose item fails, and another one does that.
func TestUnfit(t *testing.T) {
	f := newFixture(t, 3)
	at, _, wait := f.start(t)
	w := join(at, good)
	w.Prepare = func(j workqueue.Job) (workqueue.Work, error) { return nil, fmt.Errorf("not %s", j.Executable) }
	if err := Queue.Join(t.Context(), w); err == nil || err.Error() != "not e1" {
		t.Errorf("the worker is told: %v", err)
	}
	fail := func(context.Context, workqueue.Item) ([]byte, error) { return nil, fmt.Errorf("the disk is full") }
	if err := Queue.Join(t.Context(), join(at, fail)); err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("the worker is told: %v", err)
	}
	if err := Queue.Join(t.Context(), join(at, good)); err != nil {
		t.Error(err)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	f.complete(t)
}

// A part of several chunks arrives whole; one that is too big does not leave.
func TestBigPart(t *testing.T) {
	f := newFixture(t, 1)
	big := append([]byte("part of "), bytes.Repeat([]byte("0123456789"), maxChunk/4)...)
	at, _, wait := f.start(t)
	go func() {
		_ = Queue.Join(t.Context(), join(at, func(context.Context, workqueue.Item) ([]byte, error) { return big, nil }))
	}()
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if f.parts["1"] != string(big) {
		t.Errorf("%d bytes arrived of %d", len(f.parts["1"]), len(big))
	}
	if _, err := chunks(subjects{"x"}, "1", make([]byte, maxPart+1), "e", "w"); err == nil {
		t.Error("a part that is too big was divided")
	}
}
