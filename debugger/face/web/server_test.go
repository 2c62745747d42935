package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/web"
	"machsim/debugger/face/wire"
	"machsim/programs"
)

// patience is how long the server waits for bodies. Nothing else may end by it.
const patience = 100 * time.Millisecond

// site is a server with a page.
type site struct {
	*testing.T
	url *url.URL
}

// serve serves the page of a run, and sees in the end that the server ends.
func serve(t *testing.T) *site {
	t.Helper()
	from := debugger.Source{Program: programs.Find("philosophers"), Seed: 26}
	d, err := debugger.Open(context.Background(), from, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := web.New(wire.New(d, wire.Options{}), web.Options{Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ends with %v", err)
		}
		d.Close()
	})
	return &site{t, at}
}

// sent is a request that differs from one of the page's own.
type sent struct {
	method, path, body string
	header             map[string]string
}

// send sends it, and returns the code and the text of what comes back.
func (s *site) send(x sent) (int, string, http.Header) {
	s.Helper()
	r, err := http.NewRequest(x.method, "http://"+s.url.Host+x.path, strings.NewReader(x.body))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range x.header {
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.Fatal(err)
	}
	return response.StatusCode, string(text), response.Header
}

// position is where the session stands.
func (s *site) position() string {
	s.Helper()
	code, text, _ := s.send(sent{method: "POST", path: s.url.Path + "call", body: `{"method": "here"}`})
	var x struct {
		Result struct{ Position string }
	}
	if err := json.Unmarshal([]byte(text), &x); err != nil || code != http.StatusOK {
		s.Fatalf("%d %s: %v", code, text, err)
	}
	return x.Result.Position
}

// TestRefused sends requests that are not the page's own, and others that are none. Each is refused, and the
// session stands where it stood.
func TestRefused(t *testing.T) {
	s := serve(t)
	root, port := s.url.Path, s.url.Port()
	goTo := `{"method": "goto", "params": {"position": "41"}}`
	for name, x := range map[string]struct {
		sent
		code int
		text string
	}{
		"no token":        {sent{"POST", "/call", goTo, nil}, 403, "token"},
		"another token":   {sent{"POST", "/0123456789abcdef0123456789abcdef/call", goTo, nil}, 403, "token"},
		"part of a token": {sent{"POST", root[:20] + "/call", goTo, nil}, 403, "token"},
		"no slash":        {sent{"GET", strings.TrimSuffix(root, "/"), "", nil}, 403, "token"},
		"the root":        {sent{"GET", "/", "", nil}, 403, "token"},
		"foreign host": {sent{"POST", root + "call", goTo, map[string]string{"Host": "evil.example:" + port}}, 403,
			"name"},
		"no port": {sent{"POST", root + "call", goTo, map[string]string{"Host": "127.0.0.1"}}, 403, "name"},
		"foreign origin": {sent{"POST", root + "call", goTo, map[string]string{"Origin": "http://evil.example"}}, 403,
			"only the page"},
		"null origin": {sent{"POST", root + "call", goTo, map[string]string{"Origin": "null"}}, 403, "only the page"},
		"other port": {sent{"POST", root + "call", goTo, map[string]string{"Origin": "http://127.0.0.1:1"}}, 403,
			"only the page"},
		"a form": {sent{"POST", root + "call", goTo,
			map[string]string{"Content-Type": "application/x-www-form-urlencoded"}}, 415, "application/json"},
		"plain text": {sent{"POST", root + "call", goTo, map[string]string{"Content-Type": "text/plain"}}, 415,
			"application/json"},
		"GET":             {sent{"GET", root + "call", "", nil}, 405, "POST"},
		"PUT a file":      {sent{"PUT", root + "index.html", "x", nil}, 405, "GET"},
		"POST events":     {sent{"POST", root + "events", "x", nil}, 405, "GET"},
		"no file":         {sent{"GET", root + "secret", "", nil}, 404, "no such file"},
		"out of the page": {sent{"GET", root + "../../../etc/passwd", "", nil}, 404, "no such file"},
		"too large":       {sent{"POST", root + "call", strings.Repeat("x", 2<<20), nil}, 413, "million"},
		"no JSON":         {sent{"POST", root + "call", `{"method"`, nil}, 200, "a call is a JSON object"},
		"no method":       {sent{"POST", root + "call", `{"method": "gotoo"}`, nil}, 200, "did you mean goto"},
	} {
		code, text, header := s.send(x.sent)
		if code != x.code || !strings.Contains(text, x.text) {
			t.Errorf("%s: %d %q, and should be %d with %q", name, code, text, x.code, x.text)
		}
		if strings.Contains(text, strings.Trim(root, "/")) {
			t.Errorf("%s is told the token: %s", name, text)
		}
		if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: the headers are %v", name, header)
		}
		if at := s.position(); at != "92" {
			t.Fatalf("%s: the session stands at %s", name, at)
		}
	}
}

// TestPage sees that each file of the page comes with its type, and that what it may load is said.
func TestPage(t *testing.T) {
	s := serve(t)
	types := map[string]string{"": "text/html", "js/main.js": "text/javascript", "css/page.css": "text/css"}
	for path, kind := range types {
		code, _, header := s.send(sent{method: "GET", path: s.url.Path + path})
		if code != http.StatusOK || !strings.HasPrefix(header.Get("Content-Type"), kind) {
			t.Errorf("%q: %d %s", path, code, header.Get("Content-Type"))
		}
		policy := header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval';", "style-src 'self';",
			"frame-ancestors 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%q: the policy has no %s: %s", path, part, policy)
			}
		}
		if header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%q says where it comes from", path)
		}
	}
}

// stream is the events that a page is sent.
type stream struct {
	*bufio.Scanner
	io.Closer
}

func (s *site) listen() stream {
	s.Helper()
	response, err := http.Get(s.url.String() + "events")
	if err != nil {
		s.Fatal(err)
	}
	return stream{bufio.NewScanner(response.Body), response.Body}
}

// next is the next event, with its data.
func (e stream) next() (name, data string) {
	for e.Scan() {
		if text, ok := strings.CutPrefix(e.Text(), "event: "); ok {
			name = text
		}
		if text, ok := strings.CutPrefix(e.Text(), "data: "); ok {
			return name, text
		}
	}
	return "", ""
}

// TestTwoTabs sees that two pages are told of the same positions, whichever of them goes there.
func TestTwoTabs(t *testing.T) {
	s := serve(t)
	one, other := s.listen(), s.listen()
	defer one.Close()
	defer other.Close()
	for _, e := range []stream{one, other} {
		if name, data := e.next(); name != "hello" || !strings.HasPrefix(data, `{"serial":1,"opened":0,"boot":"`) {
			t.Fatalf("the first event is %s %s", name, data)
		}
	}
	s.send(sent{method: "POST", path: s.url.Path + "call", body: `{"method": "goto", "params": {"position": "41"}}`})
	for _, e := range []stream{one, other} {
		if name, data := e.next(); name != "changed" || data != `{"serial":2,"position":"41","run":0}` {
			t.Errorf("a page is told %s %s", name, data)
		}
	}
}

// TestVanished has readers of events who go, and one who never reads: the others are served, and the server ends.
func TestVanished(t *testing.T) {
	s := serve(t)
	for range 5 {
		e := s.listen()
		e.next()
		e.Close()
	}
	deaf, err := net.Dial("tcp", s.url.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	fmt.Fprintf(deaf, "GET %sevents HTTP/1.1\r\nHost: %s\r\n\r\n", s.url.Path, s.url.Host)
	for n := range 200 {
		body := fmt.Sprintf(`{"method": "goto", "params": {"position": "%d"}}`, n%90)
		if code, text, _ := s.send(sent{method: "POST", path: s.url.Path + "call", body: body}); code != http.StatusOK {
			t.Fatalf("%d %s", code, text)
		}
	}
}

// TestBrokenOff has a caller who goes before the answer comes: the next call is answered.
func TestBrokenOff(t *testing.T) {
	s := serve(t)
	for range 10 {
		c, err := net.Dial("tcp", s.url.Host)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST %scall HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
			s.url.Path, s.url.Host)
		c.Close()
	}
	if at := s.position(); at != "92" {
		t.Errorf("the session stands at %s", at)
	}
}

// TestEnds sees that a server with readers of events ends at once.
func TestEnds(t *testing.T) {
	began := time.Now()
	t.Run("served", func(t *testing.T) {
		s := serve(t)
		e := s.listen()
		e.next()
		t.Cleanup(func() { e.Close() })
	})
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("the server ends after %v", took)
	}
}

// TestBodyNeverComes sends requests that promise a body, and no body: each is answered, and its connection ends. A call
// that takes longer than a body may, and a reader of events, are not ended by that.
func TestBodyNeverComes(t *testing.T) {
	s := serve(t)
	own := s.url.Path
	for _, path := range []string{"/wrong/call", own + "call", own + "events", own + "nothing"} {
		for _, length := range []string{"Content-Length: 100", "Content-Length: 900000", "Transfer-Encoding: chunked"} {
			c, err := net.Dial("tcp", s.url.Host)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n",
				path, s.url.Host, length)
			_ = c.SetReadDeadline(time.Now().Add(20 * time.Second)) // only a failing test waits so long
			text, err := io.ReadAll(c)
			if err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 4") {
				t.Errorf("POST %s with %s and no body: %v, %.40q", path, length, err, text)
			}
			c.Close()
		}
	}
}

// TestEventsOutliveBodies reads events for longer than a body may take to come.
func TestEventsOutliveBodies(t *testing.T) {
	s := serve(t)
	r, err := http.Get(s.url.String() + "events")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewScanner(r.Body)
	time.Sleep(3 * patience)
	s.send(sent{method: "POST", path: s.url.Path + "call", body: `{"method": "goto", "params": {"position": "41"}}`})
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: changed") {
			return
		}
	}
	t.Errorf("the events end with %v before there was a change", lines.Err())
}
