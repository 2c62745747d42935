package jetstream

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"machsim/cmd/machsim/internal/workqueue"
	"machsim/debugger/record/atomicfile"
)

// embedded is a server in this process.
type embedded struct {
	*server.Server
	at    address
	inner string // the coordinator's own token
}

// startServer starts a server for a job. If the store has the URL of one that was killed, the new one has the same
// port and token, so that workers find it again.
func startServer(c *workqueue.Coordinator) (*embedded, error) {
	host, port, err := listening(c.Address)
	if err != nil {
		return nil, err
	}
	e := &embedded{at: address{job: c.Job.ID(), user: url.User(newToken())}, inner: newToken()}
	e.as(c, &port)
	number, err := strconv.Atoi(port)
	if err != nil || number < 0 || number > 65535 {
		return nil, fmt.Errorf("%q is no port", port)
	}
	if err := e.start(c, host, number); err != nil {
		return nil, err
	}
	e.at.server = "nats://" + reachable(e.Addr())
	return e, atomicfile.Write(urlFile(c), []byte(e.at.String()+"\n"), 0o600)
}

// reachable returns how an address is called elsewhere: one that stands for all of this machine has no name of its own.
func reachable(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return net.JoinHostPort(host, port)
}

// urlFile is the file in the store that has the URL.
func urlFile(c *workqueue.Coordinator) string { return filepath.Join(c.Store, "url") }

// as takes over the token of a server that was there before, and its port unless one is asked for.
func (e *embedded) as(c *workqueue.Coordinator, port *string) {
	text, err := os.ReadFile(urlFile(c))
	if err != nil {
		return
	}
	before, err := parseURL(strings.TrimSpace(string(text)))
	if err != nil || before.job != e.at.job {
		return
	}
	e.at.user = before.user
	if _, p, err := net.SplitHostPort(strings.TrimPrefix(before.server, "nats://")); err == nil && *port == "0" {
		*port = p
	}
}

// patience is how long the server may take to start.
const patience = 20 * time.Second

func (e *embedded) start(c *workqueue.Coordinator, host string, port int) error {
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if err := free(host, port); err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "machsim-" + e.at.job, Host: host, Port: port,
		JetStream: true, StoreDir: filepath.Join(c.Store, "jetstream"), DisableJetStreamBanner: true,
		NoSigs: true, NoSystemAccount: true, MaxPayload: maxChunk + maxHeader,
		CustomClientAuthentication: &door{e, c.Notice},
	})
	if err != nil {
		return err
	}
	s.SetLogger(&listener{c.Notice}, false, false)
	s.Start()
	e.Server = s
	if !s.ReadyForConnections(patience) {
		s.Shutdown()
		return fmt.Errorf("the queue did not start; look at %s", c.Store)
	}
	return nil
}

// free returns an error if something listens at an address already: it may be a coordinator with the same store, of
// which the server would know only when it has opened the files.
func free(host string, port int) error {
	if port == server.RANDOM_PORT {
		return nil
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("nobody can listen there, perhaps because a coordinator does: %w", err)
	}
	return l.Close()
}

// connect connects the coordinator to the server in its own process.
func (e *embedded) connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(e), nats.Token(e.inner), nats.Name("coordinator"))
}

// door lets those in who know a token, and says what they may do.
type door struct {
	*embedded
	notice func(string)
}

// Check compares the token of a client in constant time.
func (d *door) Check(c server.ClientAuthentication) bool {
	token := c.GetOpts().Token
	switch {
	case same(token, d.inner):
		c.RegisterUser(&server.User{Username: "coordinator"})
	case same(token, d.at.user.Username()):
		c.RegisterUser(&server.User{Username: "worker", Permissions: d.worker(c.GetOpts().Name)})
	default:
		d.notice(fmt.Sprintf("a connection from %v was refused: it has a wrong token, or none", c.RemoteAddress()))
		return false
	}
	return true
}

// same compares two secrets in a time that depends on neither.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// isSecret says whether a text can be what a connection adds to its name, which is no pattern of subjects.
var isSecret = regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString

// worker returns what a worker may do, by the name of its connection: take items, send parts, ask for the job, and hear
// answers to itself.
func (d *door) worker(name string) *server.Permissions {
	s := subjects{d.at.job}
	hears := []string{s.over()}
	if _, secret, _ := strings.Cut(name, " "); isSecret(secret) {
		hears = append(hears, inbox(secret)+".>")
	}
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			s.offers("*", "*"), s.state("*"),
			"$JS.API.STREAM.INFO." + s.parts(), "$JS.API.STREAM.MSG.GET." + s.parts(),
			"$JS.API.CONSUMER.INFO." + s.work() + "." + workers,
			"$JS.API.CONSUMER.MSG.NEXT." + s.work() + "." + workers, "$JS.ACK." + s.work() + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: hears},
	}
}

// stop stops the server: first it gives the workers a moment to leave.
func (e *embedded) stop(wait time.Duration) {
	for end := time.Now().Add(wait); e.NumClients() > 1 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	e.Shutdown()
	e.WaitForShutdown()
}

// listener passes on what the server refuses; the door tells of wrong tokens.
type listener struct{ notice func(string) }

func (l *listener) Errorf(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !strings.Contains(text, server.ErrAuthentication.Error()) {
		l.notice("the queue refuses: " + text)
	}
}

func (l *listener) Fatalf(format string, args ...any) {
	l.notice("the queue failed: " + fmt.Sprintf(format, args...))
}

func (l *listener) Noticef(string, ...any) {}
func (l *listener) Warnf(string, ...any)   {}
func (l *listener) Debugf(string, ...any)  {}
func (l *listener) Tracef(string, ...any)  {}
