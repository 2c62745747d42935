package debugger

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/replay/graph"
)

// Note is what somebody has written down about a position.
type Note struct {
	Number   int // from 1, in the order in which they were made
	Position Position
	Text     string
	By       string // who wrote it, where several share the Debugger
}

// note is a Note in one run.
type note struct {
	at   graph.Position
	text string
	by   string
}

// maxNote is how many bytes a note has at most.
const maxNote = 2000

// Note writes a line down about the present position.
func (d *Debugger) Note(ctx context.Context, text string) (Note, error) {
	by := PersonOf(ctx).Name
	return ask(ctx, d, "note", func(context.Context) (Note, error) {
		text = strings.TrimSpace(text)
		if text == "" || len(text) > maxNote {
			return Note{}, fmt.Errorf("a note is a text of 1 to %d characters", maxNote)
		}
		d.on.notes = append(d.on.notes, note{d.s().Position(), text, by})
		d.changed = true
		return Note{len(d.on.notes), d.here(), text, by}, nil
	})
}

// Notes lists the notes about positions of the present run.
func (d *Debugger) Notes(ctx context.Context) ([]Note, error) {
	return list(ctx, d, "notes", func(context.Context) (all []Note, err error) {
		for i, n := range d.on.notes {
			all = append(all, Note{i + 1, d.at(n.at), n.text, n.by})
		}
		return all, nil
	})
}

// DeleteNote forgets a note; those after it move up.
func (d *Debugger) DeleteNote(ctx context.Context, number int) error {
	return d.change(ctx, "delete", func(context.Context) error {
		if number < 1 || number > len(d.on.notes) {
			return text.WithHint(fmt.Errorf("there is no note %d; there are %d", number, len(d.on.notes)), HintNotes)
		}
		d.on.notes = slices.Delete(slices.Clone(d.on.notes), number-1, number)
		d.changed = true
		return nil
	})
}
