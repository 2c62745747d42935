package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// policy says what the page may load: its own files, and nothing that stands in its text; and that it compiles the
// WebAssembly of capsules.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// headers says to the browser what nobody may do with an answer.
func headers(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// refusal says why a request is not the page's own, "" if it is. It tells nobody the token.
func (s *Server) refusal(r *http.Request) string {
	switch {
	case !s.isMine(r.Host):
		return "this name of the machine is not the one in the URL that machsim has printed"
	case r.Header.Get("Origin") != "" && r.Header.Get("Origin") != "http://"+r.Host:
		return "only the page itself may ask"
	case !s.hasToken(r.URL.Path):
		return "the URL needs the token that machsim has printed"
	}
	return ""
}

// isMine says whether a host, with its port, is this server's. A page of another name could be one of
// an attacker who lets that name mean this machine.
func (s *Server) isMine(host string) bool {
	_, port, _ := net.SplitHostPort(s.at.Addr().String())
	return host == "127.0.0.1:"+port || host == "localhost:"+port
}

// hasToken says whether a path begins with the token. How long that takes tells nothing.
func (s *Server) hasToken(path string) bool {
	given, _, whole := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) == 1 && whole
}
