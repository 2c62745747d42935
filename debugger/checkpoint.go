package debugger

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
		for _, c := range d.on.checkpoints {
			all = append(all, Checkpoint{c.name, d.at(c.at)})
		}
		return all, nil
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
	for _, c := range r.checkpoints {
		all = append(all, c.name)
	}
	return all
}
