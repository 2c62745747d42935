package turn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// closer is a file that is closed once.
type closer struct{ closed int }

func (c *closer) Close() error {
	c.closed++
	return errors.New("it is closed already")
}

// TestTurns has work that reads three lines: it takes a turn for each, and one for the end.
func TestTurns(t *testing.T) {
	var said strings.Builder
	file := &closer{}
	over := Begin(func() {
		Hold(file)
		lines := bufio.NewReader(Input{oneByOne{strings.NewReader("a\nb\nc\n")}})
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			fmt.Fprintf(&said, "%q", line)
		}
	})
	for n, want := range []string{"", "", `"a\n"`, `"a\n"`, `"a\n""b\n"`, `"a\n""b\n"`, `"a\n""b\n""c\n"`} {
		if over || said.String() != want {
			t.Fatalf("after %d turns it has said %s, over %v", n, said.String(), over)
		}
		over = Next(n == 3 || n == 5)
	}
	if !over || file.closed != 1 {
		t.Errorf("over %v, closed %d times", over, file.closed)
	}
}

// oneByOne reads a byte at a time.
type oneByOne struct{ io.Reader }

func (o oneByOne) Read(p []byte) (int, error) { return o.Reader.Read(p[:1]) }
