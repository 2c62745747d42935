package debugger

import (
	"context"
	"fmt"
	"strconv"
)

// Checkpoint is a position that has a name.
type Checkpoint struct {
	Name     string
	Position Position
}

// reserved are the names of other positions.
var reserved = map[string]bool{"start": true, "end": true, ".": true, "past": true, "without": true, "all": true}

// Checkpoint names the present position. A name must be new, and not look like another position;
// "" stands for c1, c2 and so on.
func (d *Debugger) Checkpoint(ctx context.Context, name string) (Checkpoint, error) {
	return ask(ctx, d, "checkpoint", func(context.Context) (Checkpoint, error) {
		if _, err := strconv.Atoi(name); err == nil || reserved[name] {
			return Checkpoint{}, fmt.Errorf("a checkpoint cannot be called %q: that is another position already", name)
		}
		c, err := d.s().Take(name)
		return Checkpoint{c.Name, d.at(c.Cut)}, err
	})
}

// Checkpoints lists those in the present run, in the order in which they were taken.
func (d *Debugger) Checkpoints(ctx context.Context) ([]Checkpoint, error) {
	return ask(ctx, d, "checkpoints", func(context.Context) (all []Checkpoint, err error) {
		for _, c := range d.s().Checkpoints() {
			all = append(all, Checkpoint{c.Name, d.at(c.Cut)})
		}
		return all, nil
	})
}

// Rollback goes to a checkpoint, which stays.
func (d *Debugger) Rollback(ctx context.Context, name string) (*Motion, error) {
	return ask(ctx, d, "rollback", func(ctx context.Context) (*Motion, error) {
		for _, c := range d.s().Checkpoints() {
			if c.Name == name {
				return d.goTo(ctx, d.at(d.s().Graph.Up(c.Cut)))
			}
		}
		return nil, d.s().Rollback(name) // it says why not
	})
}

// Forget deletes a checkpoint.
func (d *Debugger) Forget(ctx context.Context, name string) error {
	return d.Do(ctx, "delete", func(context.Context) error { return d.s().Delete(name) })
}
