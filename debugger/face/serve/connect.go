//go:build !wasm

package serve

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"
)

// What a guest may meet at a door.
var (
	// ErrAway: there is no Server, or not yet again.
	ErrAway = errors.New("no machsim serves there")
	// ErrRefused: the Server lets nobody in so, and does not say why.
	ErrRefused = errors.New("machsim serve refuses: there is no such session, or you may not join it; its log says which")
	// ErrStranger: what answers is not the Server that the Link is about.
	ErrStranger = errors.New("what answers there is not the machsim of the link: its certificate, or its user, is another")
)

// Wish is what a guest wants.
type Wish struct {
	Session  string
	As       string // the name of the guest
	Face     string
	TakeOver bool
	Look     bool // he only looks
	Person   bool // of a prompt: a person types
	GoOn     bool // of a script: after a command that fails
}

// Seat is a guest's end of his connection with a Server.
type Seat struct {
	net.Conn
	In   *bufio.Reader // what comes by it
	ID   string
	Name string // that the guest has got
	link Link
}

// Read reads what comes by the connection.
func (s *Seat) Read(p []byte) (int, error) { return s.In.Read(p) }

// dial connects with a Server, and makes sure that it is the one of the link.
func (l Link) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, l.Network, l.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	if l.Network == "unix" {
		if stranger(c) != "" {
			c.Close()
			return nil, ErrStranger
		}
		return c, nil
	}
	t := tls.Client(c, &tls.Config{
		MinVersion: tls.VersionTLS13, ServerName: hostName,
		InsecureSkipVerify: true, // there is no authority: it is known by the fingerprint, which is checked here
		VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
			if len(raw) == 0 || fingerprint(raw[0]) != l.Certificate {
				return ErrStranger
			}
			return nil
		},
	})
	if err := t.HandshakeContext(ctx); err != nil {
		c.Close()
		if errors.Is(err, ErrStranger) {
			return nil, ErrStranger
		}
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	return t, nil
}

// request makes a request to a Server.
func (l Link) request(ctx context.Context, path string) *http.Request {
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+hostName+path, nil)
	if l.Token != "" {
		r.Header.Set("Authorization", "Bearer "+l.Token)
	}
	return r
}

// Join joins a session.
func (l Link) Join(ctx context.Context, w Wish) (*Seat, error) {
	c, err := l.dial(ctx)
	if err != nil {
		return nil, err
	}
	q := url.Values{"session": {w.Session}, "as": {w.As}, "face": {w.Face}}
	for name, on := range map[string]bool{"take": w.TakeOver, "look": w.Look, "person": w.Person} {
		if on {
			q.Set(name, "on")
		}
	}
	if w.GoOn {
		q.Set("script", "on")
	}
	r := l.request(ctx, "/join?"+q.Encode())
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Upgrade", protocol)
	in := bufio.NewReader(c)
	_ = c.SetDeadline(time.Now().Add(begins))
	a, err := (*http.Response)(nil), r.Write(c)
	if err == nil {
		a, err = http.ReadResponse(in, r)
	}
	switch {
	case err != nil:
		c.Close()
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	case a.StatusCode != http.StatusSwitchingProtocols:
		c.Close()
		return nil, ErrRefused
	}
	_ = c.SetDeadline(time.Time{})
	return &Seat{Conn: c, In: in, ID: a.Header.Get(guestHeader), Name: a.Header.Get("Machsim-Name"), link: l}, nil
}

// transport carries requests to a Server.
func (l Link) transport() *http.Transport {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) { return l.dial(ctx) }
	return &http.Transport{DialContext: dial, DisableCompression: true, MaxIdleConnsPerHost: 4}
}

// Sessions tells of the sessions of a Server.
func (l Link) Sessions(ctx context.Context) (all []About, err error) {
	t := l.transport()
	defer t.CloseIdleConnections()
	a, err := t.RoundTrip(l.request(ctx, "/sessions"))
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return nil, ErrRefused
	}
	return all, json.NewDecoder(io.LimitReader(a.Body, 1<<20)).Decode(&all)
}

// Page returns what serves the page of a seat. While there is no seat, it answers that there is no Server.
func (l Link) Page(seat func() *Seat) http.Handler {
	return &httputil.ReverseProxy{
		Transport: l.transport(),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "http", hostName, hostName
			r.Out.URL.Path = "/page" + r.In.URL.Path
			r.Out.Header.Del("Origin")
			r.Out.Header.Del("Cookie")
			if l.Token != "" {
				r.Out.Header.Set("Authorization", "Bearer "+l.Token)
			}
			if s := seat(); s != nil {
				r.Out.Header.Set(guestHeader, s.ID)
			}
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, "machsim serve is away", http.StatusServiceUnavailable)
		},
		ErrorLog: quiet,
	}
}
