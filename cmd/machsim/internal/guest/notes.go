//go:build !wasm

package guest

import (
	"bytes"
	"fmt"
	"os"

	"machsim/debugger/study"
	"machsim/ipc/quote"
)

// notes are the file beside a capsule in which its guest keeps breakpoints, checkpoints and notes, as beside a
// recording.
type notes struct {
	file  string // "" if nothing is kept
	first string // the first line, which says of which capsule they are: another guest is not given them
}

// mostNotes is how large what a guest keeps may be.
const mostNotes = 1 << 20

// recall gives the guest of a capsule, told by its sums, what it has kept beside that, if the command is one that keeps
// it.
func (g *visitor) recall(capsule string) {
	if g.args[0] != "debug" && g.args[0] != "web" || flagged(g.args, "no-notes") || len(g.capsules) > 1 {
		return
	}
	n := notes{g.capsules[0] + ".notes", "machsim notes of a capsule 1 " + capsule + "\n"}
	if info, err := os.Lstat(n.file); err == nil {
		var data []byte
		if info.Mode().IsRegular() && info.Size() <= int64(len(n.first)+mostNotes) {
			data, _ = os.ReadFile(n.file)
		}
		text, own := bytes.CutPrefix(data, []byte(n.first))
		if !own {
			fmt.Fprintf(g.errs, "%s is not of this capsule: nothing is kept until it is moved away\n", quote.Line(n.file))
			return
		}
		g.files.Put(n.file, text)
	}
	g.notes = n
}

// keep writes what the guest keeps, if that is not what it was given.
func (g *visitor) keep(given map[string]string) {
	text := g.files.Get(g.notes.file)
	if g.notes.file == "" || text == nil || string(text) == given[g.notes.file] {
		return
	}
	err := fmt.Errorf("they have more than %d bytes", mostNotes)
	if len(text) <= mostNotes {
		err = study.Write(g.notes.file, append([]byte(g.notes.first), text...))
	}
	if err != nil {
		fmt.Fprintf(g.errs, "breakpoints, checkpoints and notes are not kept: %v\n", err)
	}
}
