package term

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/peterh/liner"

	"machsim/debugger"
)

const asksFor = "MACHSIM_TEST_LINES" // has this test binary read lines at a terminal

type nothing struct{}

func (nothing) Complete(string) (string, []string) { return "", nil }

// TestLinesAtTerminal is no test: it is the process of TestModeComesBack.
func TestLinesAtTerminal(t *testing.T) {
	if os.Getenv(asksFor) == "" {
		t.Skip("it is run by TestModeComesBack")
	}
	usual, err := liner.TerminalMode()
	if err != nil {
		t.Fatal(err)
	}
	l := NewLines(nothing{}, &debugger.Recording{}, os.Stdout)
	defer l.Close()
	for n := 1; err == nil; n++ {
		_, err = l.Line(fmt.Sprintf("%d> ", n))
		_ = usual.ApplyMode()
	}
}

// TestModeComesBack has a line read after somebody, as a shell between Ctrl-Z and fg does, has left the terminal in the
// mode in which it echoes what is typed.
func TestModeComesBack(t *testing.T) {
	master, slave := terminal(t)
	c := exec.Command(os.Args[0], "-test.run=^TestLinesAtTerminal$")
	c.Env = append(os.Environ(), asksFor+"=1", "TERM=xterm", "XDG_STATE_HOME="+t.TempDir())
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	for n := 1; n < 4; n++ {
		saw(t, master, fmt.Sprintf("%d> ", n))
		if modeOf(t, slave).Lflag&syscall.ECHO != 0 {
			t.Errorf("line %d is read in a terminal that echoes", n)
		}
		fmt.Fprint(master, "\n")
	}
}

// terminal makes a terminal: what is written to master is typed, what is read there is shown.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	var locked, number int32
	ioctl(t, master, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	ioctl(t, master, syscall.TIOCGPTN, unsafe.Pointer(&number))
	size := [4]uint16{24, 80}
	ioctl(t, master, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { slave.Close() })
	return master, slave
}

func modeOf(t *testing.T, f *os.File) (mode syscall.Termios) {
	t.Helper()
	ioctl(t, f, syscall.TCGETS, unsafe.Pointer(&mode))
	return mode
}

func ioctl(t *testing.T, f *os.File, request uintptr, arg unsafe.Pointer) {
	t.Helper()
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	_ = raw.Control(func(fd uintptr) {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(arg)); e != 0 {
			err = e
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// saw reads what is shown up to a text.
func saw(t *testing.T, master *os.File, text string) {
	t.Helper()
	_ = master.SetReadDeadline(time.Now().Add(time.Minute))
	var shown strings.Builder
	b := make([]byte, 1)
	for !strings.HasSuffix(shown.String(), text) {
		if _, err := master.Read(b); err != nil {
			t.Fatalf("%q is shown, and not %q: %v", &shown, text, err)
		}
		shown.Write(b)
	}
}
