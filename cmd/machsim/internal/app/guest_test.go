package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/programs"
	"machsim/test/effort"
)

// TestGuestRunsTheSame makes runs of samples in a guest and here: what is said of them is the same, to the last event
// of the trace. A run without an end would take minutes in a guest.
func TestGuestRunsTheSame(t *testing.T) {
	effort.Dear(t, "it builds a guest")
	t.Setenv(samplesVariable, "1")                       // with hooks, as a guest always has them: they prove livelocks
	for seed, p := range effort.Some(programs.All, 25) { // all at twice the effort
		args := []string{"run", p.Name, "--seed", strconv.Itoa(seed), "--trace", "--no-record", "--max-events", "5000"}
		var here, errs, there strings.Builder
		code := run(tested(), args, strings.NewReader(""), &here, &errs)
		guest := run(tested(), append(args, "--sandbox"), strings.NewReader(""), &there, &errs)
		if there.String() != here.String() || guest != code {
			t.Errorf("%q: in a guest %d, here %d: %.200q against %.200q", args, guest, code, there.String(), here.String())
		}
	}
}

// deeds are what the untrusted program does in turn, with flags, and what has to be said of it.
var deeds = [][2]string{
	{"nothing", "OK"},
	{"read", "0 bytes, open /etc/passwd: "}, {"climb", "0 bytes, open "}, {"home", "0 entries, open /root: "},
	{"write", "OK"}, {"remove", "OK"}, {"net", "OK"}, {"exec", "OK"}, {"kill", "OK"}, {"env", "OK"},
	{"exit", "by os.Exit"}, {"panic", "bad"}, {"nil", "nil pointer"}, {"gopanic", "in a goroutine"},
	{"recursion", "was running then"}, {"huge", "PANIC"}, {"memory", "memory"},
	{"files", ""}, {"fill", ""}, {"output", "has written more than"},
	{"block", ""}, {"sleep", "outside of the kernel (sleep)"}, {"main-sleep", "(sleep)"},
	{"loop", "without a kernel call"}, {"main-loop", "without a kernel call"},
	{"bomb", "was ended"}, {"fork", "without a kernel call"},
	{"memory --max-memory 64", "out of memory"},
	{"symlink", "0 bytes, symlink /etc/passwd link: "}, {"proc", "0 bytes, open /proc/self/environ: "},
	{"name", "too long"}, {"far", "Invalid argument"}, {"opens", "PANIC"}, {"fds", "of them took it"},
	{"close", "said nothing"}, {"stdin", "0 bytes, EOF"}, {"steps", "memory"}, {"goexit", "GOEXIT"},
	{"exit3", "exit code 3, by os.Exit"}, {"spoof", "exit code 0, by os.Exit"}, {"signal", "exit code 130"},
	{"recording", "OK"}, {"rename", "not permitted"}, {"chdir", "OK"}, {"listen", "OK"}, {"clock", "OK"}, {"escape", "OK"},
}

// TestSandbox has a program do its worst as a guest: each time it ends, with a sentence, and nothing is touched.
func TestSandbox(t *testing.T) {
	effort.Dear(t, "it builds a guest")
	dir, err := filepath.Abs("testdata/untrusted")
	if err != nil {
		t.Fatal(err)
	}
	evil := filepath.Join(os.TempDir(), "machsim-evil")
	_ = os.Remove(evil)
	old := sandbox.Usual
	defer func() { sandbox.Usual = old }()
	sandbox.Usual = sandbox.Limits{Memory: 256 << 20, Files: 16 << 20, Output: 4 << 20, Loop: 3 * time.Second,
		Time: time.Minute}
	t.Chdir(t.TempDir())
	for _, d := range deeds {
		var out strings.Builder
		args := append([]string{"run", dir, "--sandbox", "--seed", "1", "--do"}, strings.Fields(d[0])...)
		run(tested(), args, strings.NewReader(""), &out, &out)
		if out.Len() == 0 || !strings.Contains(out.String(), d[1]) {
			t.Errorf("%s: %s", d[0], out.String())
		}
	}
	if _, err := os.Stat(evil); err == nil {
		t.Error("a guest has written a file")
	}
}

// TestDamagedCapsule opens capsules that are none: there is a sentence each time, and exit code 3.
func TestDamagedCapsule(t *testing.T) {
	t.Chdir(t.TempDir())
	var b bytes.Buffer
	c := capsule.Capsule{Recording: []byte("no recording"), Guest: []byte("no guest")}
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(b.Bytes())
	changed[60] ^= 0x55
	all := map[string][]byte{"no guest": b.Bytes(), "damaged": b.Bytes()[:b.Len()-30], "manifest": changed}
	for what, text := range all {
		if err := os.WriteFile("x.capsule", text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"debug", "info", "query", "web", "replay"} {
			var out, errs strings.Builder
			code := run(tested(), []string{command, "x.capsule"}, strings.NewReader(""), &out, &errs)
			if code != cli.ExitUnfit || !strings.Contains(errs.String(), what) || strings.Count(out.String(), "\n") > 1 {
				t.Errorf("%s: %d, %s%s", command, code, out.String(), errs.String())
			}
		}
	}
}

// TestNoTaker gives a capsule to commands that take none, or have no such flag: each says so, and what opens it.
// What is no command does not, and words after it are completed.
func TestNoTaker(t *testing.T) {
	t.Chdir(t.TempDir())
	var b bytes.Buffer
	if err := (capsule.Capsule{Recording: []byte("no recording"), Guest: []byte("a guest")}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("x.capsule", b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	const opens = "takes none; machsim debug x.capsule opens it"
	for _, line := range []string{"run x.capsule", "run --from x.capsule --at 3", "explore x.capsule", "verify x.capsule",
		"capsule x.capsule", "serve x.capsule", "serve --live x.capsule", "vet x.capsule"} {
		var out, errs strings.Builder
		code := run(tested(), strings.Fields(line), strings.NewReader(""), &out, &errs)
		if code != cli.ExitWrong || !strings.Contains(errs.String(), opens) {
			t.Errorf("%s: %d, %s%s", line, code, out.String(), errs.String())
		}
	}
	for line, want := range map[string]string{"__complete debug x.capsule --no-n": "--no-notes",
		"__completeNoDesc debug x.capsule --no-n": "--no-notes", "degub x.capsule": "there is no command"} {
		var out, errs strings.Builder
		run(tested(), strings.Fields(line), strings.NewReader(""), &out, &errs)
		if said := out.String() + errs.String(); !strings.Contains(said, want) || strings.Contains(said, opens) {
			t.Errorf("%s: %s", line, said)
		}
	}
}

// TestOtherGuest names two capsules with different guests in one command, and two on a page.
func TestOtherGuest(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, guest := range map[string]string{"a.capsule": "one", "b.capsule": "another"} {
		var b bytes.Buffer
		if err := (capsule.Capsule{Recording: []byte("no recording"), Guest: []byte(guest)}).Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		"a.capsule and b.capsule have different guests": {"query", "a.capsule", "b.capsule", "select 1"},
		"no guest": {"query", "a.capsule", "select 1", "-o", "b.capsule"},
	} {
		var out, errs strings.Builder
		code := run(tested(), args, strings.NewReader(""), &out, &errs)
		if code == cli.ExitOK || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: %d, %s%s", args, code, out.String(), errs.String())
		}
	}
}

// TestNoGuest does without a guest where help is wanted.
func TestNoGuest(t *testing.T) {
	var out, errs strings.Builder
	code := run(tested(), []string{"run", "philosophers", "--help", "--sandbox"}, strings.NewReader(""), &out, &errs)
	if code != cli.ExitOK || !strings.Contains(out.String(), "--sandbox") {
		t.Errorf("%d, %s", code, errs.String())
	}
}
