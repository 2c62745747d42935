package jetstream

import (
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// existing starts a NATS server that is no coordinator's.
func existing(t *testing.T) (url string) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: "secret",
		JetStream: true, StoreDir: t.TempDir(), NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server did not start")
	}
	return "nats://secret@" + s.Addr().String()
}

// Coordinator and workers meet at a server that exists, of which nothing is left to be seen afterwards.
func TestExistingServer(t *testing.T) {
	f := newFixture(t, 10)
	f.Address = existing(t)
	url, _, wait := f.start(t)
	if want := f.Address + "/" + f.Job.ID(); url != want {
		t.Errorf("workers join at %s, not %s", url, want)
	}
	if err := Queue.Join(t.Context(), join(url, good)); err != nil {
		t.Error(err)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	f.complete(t)
	_, js := stranger(t, url)
	for name := range js.StreamNames(t.Context()).Name() {
		t.Errorf("there is still %s", name)
	}
	if err := Queue.Join(t.Context(), join(url, good)); err == nil || !strings.Contains(err.Error(), "there is no job") {
		t.Errorf("who comes too late is told: %v", err)
	}
}

// An address without a token is refused.
func TestExistingWithoutToken(t *testing.T) {
	f := newFixture(t, 1)
	f.Address = strings.Replace(existing(t), "secret@", "", 1)
	c := f.Coordinator
	if err := Queue.Coordinate(t.Context(), &c); err == nil || !strings.Contains(err.Error(), "lacks the token") {
		t.Errorf("the coordinator is told: %v", err)
	}
}
