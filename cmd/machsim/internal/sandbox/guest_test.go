package sandbox

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// guestOf is a guest of a few instructions: its _start has this body, and four variables. It imports fd_write and
// poll_oneoff, and has a page of memory in which, from 0 on, there is a list of one text, from 8 on, and at 64 a wait
// for some milliseconds.
func guestOf(body ...byte) []byte {
	sized := func(data []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(data))), data...) }
	section := func(id byte, data ...byte) []byte { return append([]byte{id}, sized(data)...) }
	name := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	var b bytes.Buffer
	b.WriteString("\x00asm\x01\x00\x00\x00")
	b.Write(section(1, 2, 0x60, 0, 0, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f)) // () -> (), (i32 x 4) -> i32
	imports := []byte{2}
	for _, f := range []string{"fd_write", "poll_oneoff"} {
		imports = append(append(append(imports, name("wasi_snapshot_preview1")...), name(f)...), 0, 1)
	}
	b.Write(section(2, imports...))
	b.Write(section(3, 1, 0))
	b.Write(section(5, 1, 0, 1))
	b.Write(section(7, append(append(append([]byte{2}, name("memory")...), 2, 0), append(name("_start"), 0, 2)...)...))
	code := append(append([]byte{1, 4, 0x7f}, body...), 0x0b)
	b.Write(section(10, append([]byte{1}, sized(code)...)...))
	wait := make([]byte, 48)
	wait[24+2] = 0x50 // some 5 ms
	b.Write(section(11, append([]byte{2, 0, 0x41, 0, 0x0b, 11, 8, 0, 0, 0, 3, 0, 0, 0, 'h', 'i', '\n',
		0, 0x41, 0xc0, 0, 0x0b, 48}, wait...)...))
	return b.Bytes()
}

// sleeps waits for these milliseconds.
var sleeps = []byte{0x41, 0xc0, 0, 0x41, 0x80, 1, 0x41, 1, 0x41, 0xc0, 1, 0x10, 1, 0x1a}

// says writes the text, and loops does something for ever.
var says = []byte{0x41, 1, 0x41, 0, 0x41, 1, 0x41, 32, 0x10, 0, 0x1a}

func loops(body ...byte) []byte {
	return append(append([]byte{0x03, 0x40}, body...), 0x0c, 0, 0x0b)
}

// TestRun runs guests that end, and that never would.
func TestRun(t *testing.T) {
	small := Limits{Memory: 1 << 20, Files: 1, Output: 1000, Loop: time.Minute, Time: 100 * time.Millisecond}
	for _, c := range []struct {
		what, out, why string
		body           []byte
	}{
		{what: "speaks", body: says, out: "hi\n"},
		{what: "computes for ever", body: loops(), why: "has computed for 100ms"},
		{what: "calls for ever", body: deep(60), why: "has computed for 100ms"},
		{what: "fills memory for ever", body: loops(0x41, 0, 0x41, 0, 0x41, 0x80, 0x80, 4, 0xfc, 11, 0),
			why: "has computed for 100ms"},
		{what: "sleeps", body: sleeps, out: ""},
		{what: "sleeps for ever", body: loops(sleeps...), why: "has slept for 100ms"},
		{what: "writes for ever", body: loops(says...), why: "has written more than"},
		{what: "crashes", body: []byte{0x00}, why: "unreachable"},
		{what: "asks for more memory than it may have", // -1 is the answer, with which it ends well
			body: []byte{0x41, 0x7f, 0x41, 32, 0x40, 0, 0x47, 0x04, 0x40, 0x00, 0x0b}},
	} {
		p, err := Load(guestOf(c.body...), "", small)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		var out strings.Builder
		e := p.Run(Run{Args: []string{"guest"}, Out: &out, Errs: &out, Files: NewFiles("/", 1)})
		p.Close()
		if !strings.Contains(e.Why, c.why) || c.why == "" && (e.Why != "" || out.String() != c.out) {
			t.Errorf("a guest that %s: %+v, %.20q", c.what, e, out.String())
		}
	}
	if _, err := Load([]byte("\x00asm no"), "", small); err == nil {
		t.Error("something else is taken for a guest")
	}
}

// TestCancel gives up a guest that computes.
func TestCancel(t *testing.T) {
	p, err := Load(guestOf(loops()...), t.TempDir(), Usual)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	stop := make(chan struct{})
	close(stop)
	if e := p.Run(Run{Args: []string{"guest"}, Files: NewFiles("/", 1), Cancel: stop}); e.Why != Interrupted {
		t.Errorf("%+v", e)
	}
}

// TestSleep: one that asks to sleep for very long is ended as well.
func TestSleep(t *testing.T) {
	code := guestOf(sleeps...)
	at := bytes.LastIndexByte(code, 0x50)
	copy(code[at:], []byte{0, 0, 0, 0x40}) // some months
	p, err := Load(code, "", Limits{Memory: 1 << 20, Files: 1, Output: 1, Loop: time.Minute, Time: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if e := p.Run(Run{Args: []string{"guest"}, Files: NewFiles("/", 1)}); e.Why != "has slept for 100ms" {
		t.Errorf("%+v", e)
	}
}

// TestKept loads two guests, of which each is found again where it was kept, and one whose directory cannot be there.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		for _, body := range [][]byte{says, sleeps} {
			p, err := Load(guestOf(body...), dir, Usual)
			if err != nil {
				t.Fatal(err)
			}
			p.Close()
		}
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 2 {
		t.Errorf("%v %v", all, err)
	}
	none := filepath.Join(dir, "file")
	if err := os.WriteFile(none, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Load(guestOf(says...), none, Usual)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
}
