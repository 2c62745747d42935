package debugger

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"machsim/debugger/event/text"
	"machsim/debugger/replay/graph"
)

// Checkpoint is a position that has a name (Krawczuk 3.4).
type Checkpoint struct {
	Name     string
	Position Position
}

// checkpoint is a Checkpoint in one run.
type checkpoint struct {
	name string
	at   graph.Position
}

// reserved are the names of other positions.
var reserved = map[string]bool{"start": true, "end": true, ".": true, "past": true, "without": true, "all": true}

// mayBeNamed says why a checkpoint cannot have a name.
func mayBeNamed(name string) error {
	if _, err := strconv.Atoi(name); err == nil || reserved[name] {
		return fmt.Errorf("a checkpoint cannot be called %q: that is another position already", name)
	}
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return fmt.Errorf("a checkpoint cannot be called %q: a name is one word", name)
	}
	return nil
}

// Checkpoint names the present position. A name must be new, and not look like another position;
// "" stands for c1, c2 and so on.
func (d *Debugger) Checkpoint(ctx context.Context, name string) (Checkpoint, error) {
	return ask(ctx, d, "checkpoint", func(context.Context) (Checkpoint, error) {
		for i := 1; name == ""; i++ {
			if n := fmt.Sprint("c", i); d.on.named(n) < 0 {
				name = n
			}
		}
		if err := mayBeNamed(name); err != nil {
			return Checkpoint{}, err
		}
		if d.on.named(name) >= 0 {
			return Checkpoint{}, fmt.Errorf("there is a checkpoint %s already; delete it first, or choose another name", name)
		}
		d.on.checkpoints = append(d.on.checkpoints, checkpoint{name, d.s().Position()})
		d.s().Keep()
		d.changed = true
		return Checkpoint{name, d.here()}, nil
	})
}

// named is which of a run's checkpoints has a name, -1 if none has.
func (r *run) named(name string) int {
	return slices.IndexFunc(r.checkpoints, func(c checkpoint) bool { return c.name == name })
}

// Checkpoints lists those in the present run, in the order in which they were taken.
func (d *Debugger) Checkpoints(ctx context.Context) ([]Checkpoint, error) {
	return list(ctx, d, "checkpoints", func(context.Context) (all []Checkpoint, err error) {
		return text.Each(d.on.checkpoints, func(c checkpoint) Checkpoint { return Checkpoint{c.name, d.at(c.at)} }), nil
	})
}

// Rollback goes to a checkpoint, which stays.
func (d *Debugger) Rollback(ctx context.Context, name string) (*Motion, error) {
	return ask(ctx, d, "rollback", func(ctx context.Context) (*Motion, error) {
		i := d.on.named(name)
		if i < 0 {
			return nil, d.noCheckpoint(name)
		}
		return d.goTo(ctx, d.at(d.on.checkpoints[i].at))
	})
}

// Forget deletes a checkpoint.
func (d *Debugger) Forget(ctx context.Context, name string) error {
	return d.change(ctx, "delete", func(context.Context) error {
		i := d.on.named(name)
		if i < 0 {
			return d.noCheckpoint(name)
		}
		d.on.checkpoints = slices.Delete(slices.Clone(d.on.checkpoints), i, i+1)
		d.changed = true
		return nil
	})
}

func (d *Debugger) noCheckpoint(name string) error {
	if len(d.on.checkpoints) == 0 {
		return fmt.Errorf("there is no checkpoint %s: none has been taken", name)
	}
	return fmt.Errorf("there is no checkpoint %s; there are %s", name, strings.Join(d.on.checkpointNames(), ", "))
}

// checkpointNames are the names of a run's checkpoints.
func (r *run) checkpointNames() (all []string) {
	return text.Each(r.checkpoints, func(c checkpoint) string { return c.name })
}

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
			return text.WithHint(fmt.Errorf("there is no note %d; there are %d", number, len(d.on.notes)), text.HintNotes)
		}
		d.on.notes = slices.Delete(slices.Clone(d.on.notes), number-1, number)
		d.changed = true
		return nil
	})
}
