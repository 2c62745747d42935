package supervise

import (
	"os"
	"strings"
	"testing"
)

// What Go's runtime reports of its own end is put into words; the line is the program's.
func TestCrashInWords(t *testing.T) {
	const call = "example.com/lab.run(...)\n\t/home/me/lab/lab.go:12 +0x1f\n"
	const at = "\n\ngoroutine 9 [running]:\nexample.com/lab.run(...)\n\t/home/me/lab/lab.go:12 +0x1f\n"
	for _, c := range []struct{ crash, want string }{
		{"runtime stack:\nruntime.throw(...)\n\tpanic.go:1229\nruntime.newstack()\n\tstack.go:1207" +
			"\n\ngoroutine 9 [running]:\n" + strings.Repeat(call, 50) +
			"...27000 frames elided...\n" + strings.Repeat(call, 50),
			"the program has overflown its stack: lab.run (lab.go:12) calls itself, 27100 calls deep"},
		{"SIGSEGV: segmentation violation\nPC=0x40de0e m=0 sigcode=-6 addr=0xb95" + at,
			"the program ended the whole process by a signal (SIGSEGV: segmentation violation), which did not come " +
				"through machsim: by syscall.Kill, os.Process.Signal or the like (lab.go:12)"},
		{"SIGQUIT: quit\nPC=0x40de0e m=0 sigcode=128" + at,
			"the process that ran the program was ended by a signal (quit)"},
		{"runtime stack:\nruntime.throw(...)\n\tpanic.go:1229\nruntime.sysMapOS(...)\n\tmem_linux.go:175" + at,
			"the program asked for more memory at once than there is: out of memory (lab.go:12)"},
		{"runtime stack:\nruntime.throw(...)\n\tpanic.go:1229" + at,
			"the program ended the whole process by a crash of Go's runtime: see its report above (lab.go:12)"},
		{"concurrent map writes" + at,
			"the program ended the whole process by a crash of Go's runtime: concurrent map writes (lab.go:12)"},
		{"panic: oh" + at,
			"the program ended the whole process by a panic in a goroutine of its own: oh (lab.go:12)"},
	} {
		if got := (&Exit{crash: c.crash}).cause(); got != c.want {
			t.Errorf("%q\nis %q\nnot %q", c.crash, got, c.want)
		}
	}
	none := &Exit{crash: "goroutine 9 [running]:\nruntime.throw(...)\n\tpanic.go:1229" + at,
		errors: "fatal error: out of memory\n"}
	if got := none.cause(); !strings.HasPrefix(got, "the program asked for more memory") || !none.replacesReport() {
		t.Errorf("without a try to map it: %s", got)
	}
}

// What a child writes is passed on as it comes, up to a report of Go's runtime.
func TestRelay(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	relay := startRelay(r, &out)
	for _, text := range []string{
		"so ", "panic: not at the beginning\n", "a line\npanic: oh", " dear\n\ngoroutine 1\n", "more",
	} {
		_, _ = w.WriteString(text)
	}
	w.Close()
	kept := relay.end()
	if kept != "panic: oh dear\n\ngoroutine 1\nmore" || out.String() != "so panic: not at the beginning\na line\n" {
		t.Errorf("kept %q, passed on %q", kept, &out)
	}
}

// TestGuestCrashes: of a guest that Go's runtime has ended is told what that said, and of another one why it was ended,
// whatever it has written.
func TestGuestCrashes(t *testing.T) {
	const report = "panic: oh\n\ngoroutine 9 [running]:\nexample.com/lab.run(...)\n\t/lab/lab.go:12 +0x1f\n"
	for _, c := range []struct {
		code         int
		errors, want string
	}{
		{2, report, "the program ended the whole process by a panic in a goroutine of its own: oh (lab.go:12)"},
		{2, "", "the program does as it likes, and was ended"},
		{0, report, "the program does as it likes, and was ended"},
	} {
		g := Guest{Code: c.code, Why: "does as it likes", Errors: c.errors, Saved: func(string) bool { return false }}
		if _, err := g.Exit(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("code %d, %q: %v", c.code, c.errors, err)
		}
	}
}
