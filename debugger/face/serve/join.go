//go:build !wasm

package serve

import (
	"bufio"
	"context"

	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// protocol is what a connection is taken over for.
const protocol = "machsim"

// join lets a guest into a session, and takes his connection over.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	g := &Guest{name: q.Get("as"), face: q.Get("face"), looks: mayOnlyLook(r.Context()) || q.Has("look"), id: secret(),
		gone: make(chan struct{})}
	s.mu.Lock()
	g.of = s.find(q.Get("session"))
	many := len(s.guests) >= s.o.Most
	s.mu.Unlock()
	switch {
	case g.of == nil:
		s.refuse(w, r, "an unknown session")
		return
	case many:
		s.refuse(w, r, "too many guests")
		return
	case r.Header.Get("Upgrade") != protocol || !slices.Contains([]string{Prompt, Page, Editor}, g.face) ||
		nameable(g.name) != nil:
		s.refuse(w, r, "it does not know how to join")
		return
	}
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		s.o.Log("%s cannot join: %v", g.name, err)
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Time{})
	s.enters(r.Context(), g, &line{Conn: conn, in: rw.Reader}, q.Has("take"), hello{q.Has("person"), q.Get("script")})
}

// hello is what the client of a prompt says of itself.
type hello struct {
	person bool   // a person types the commands
	script string // else: stop or go on, after a command that fails
}

// enters serves a guest until he leaves.
func (s *Server) enters(ctx context.Context, g *Guest, c *line, take bool, h hello) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, func() { c.Close() })
	g.of.enter(g, take)
	s.mu.Lock()
	s.guests[g.id] = g
	s.mu.Unlock()
	s.o.Log("%s joins %s: %s", g.name, g.of.name, g.face)
	defer func() {
		s.mu.Lock()
		delete(s.guests, g.id)
		s.mu.Unlock()
		close(g.gone)
		g.lost()
		g.of.leave(g)
		s.o.Log("%s leaves %s", g.name, g.of.name)
	}()
	if err := c.accept(g); err != nil {
		return
	}
	switch g.face {
	case Prompt:
		g.prompts(ctx, c, h)
	case Editor:
		g.edits(ctx, c)
	default:
		c.waits()
	}
}

// line is the connection with a guest.
type line struct {
	net.Conn
	in *bufio.Reader
}

func (c *line) Read(p []byte) (int, error) { return c.in.Read(p) }

// slow is how long a guest may keep a write from ending.
const slow = 5 * time.Second

// Write writes, and gives a guest up who does not read.
func (c *line) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(slow))
	n, err := c.Conn.Write(p)
	if err != nil {
		c.Close()
	}
	return n, err
}

// accept tells a guest that he is in, and who he is.
func (c *line) accept(g *Guest) error {
	var b strings.Builder
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: " + protocol + "\r\n")
	b.WriteString(guestHeader + ": " + g.id + "\r\nMachsim-Name: " + g.name + "\r\n\r\n")
	_, err := c.Write([]byte(b.String()))
	return err
}

// waits waits for the end of a connection by which nothing is said.
func (c *line) waits() { _, _ = c.in.ReadByte() }

// page serves the page of a guest.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	g := s.guests[r.Header.Get(guestHeader)]
	s.mu.Unlock()
	if g == nil || g.face != Page {
		s.refuse(w, r, "an id of nobody who is there")
		return
	}
	http.StripPrefix("/page", g.page()).ServeHTTP(w, r)
}
