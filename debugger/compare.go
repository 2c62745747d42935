package debugger

import (
	"context"
	"errors"
	"fmt"

	"machsim/debugger/past"
	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/ipc/quote"
)

// Compare compares two runs, by their numbers. -1 stands for the present one, and for the one that the first was
// made from.
func (d *Debugger) Compare(ctx context.Context, one, other int) (*Comparison, error) {
	return ask(ctx, d, "compare", func(ctx context.Context) (*Comparison, error) {
		a, b, err := d.compared(one, other)
		if err != nil {
			return nil, err
		}
		x, err := past.Compare(ctx, &a.Run, &b.Run, known(a, b))
		if err == nil {
			x.One, x.Other = d.row(a), d.row(b)
		}
		return x, err
	})
}

// compared finds the two runs.
func (d *Debugger) compared(one, other int) (a, b *run, err error) {
	if one < 0 {
		one = d.on.N
	}
	if a, err = d.numbered(one); err != nil {
		return nil, nil, err
	}
	if other >= 0 {
		b, err = d.numbered(other)
		return a, b, err
	}
	for b = a.parent; b != nil && b.Closed(); b = b.parent {
	}
	if b == nil {
		return nil, nil, errors.New("this run was made from no other one: a fork can be compared with what it was made from")
	}
	return a, b, nil
}

// known is how many of its first events a fork has in common with its parent without being looked at; 0 if neither of
// two runs was made from the other.
func known(a, b *run) int {
	switch {
	case b.parent == a:
		a = b
	case a.parent != b:
		return 0
	}
	if a.S.Rec.Parent != nil && a.S.Rec.Parent.Reordered {
		return 0
	}
	return a.at
}

// Beside opens another recording of the same program beside the one that was opened: as a fork of that, which has the
// first events in common with it that are the same, so that Compare says what differs. One stays where one is.
func (d *Debugger) Beside(ctx context.Context, file string) (Run, error) {
	return ask(ctx, d, "beside", func(ctx context.Context) (Run, error) {
		if d.o.Read == nil {
			return Run{}, errors.New("no other recordings can be opened here")
		}
		data, err := d.o.Read(file)
		if err != nil {
			return Run{}, err
		}
		rec, err := record.Read(data)
		if err != nil {
			return Run{}, err
		}
		base := d.runs[0]
		if rec.Program != base.S.Rec.Program {
			return Run{}, fmt.Errorf("%s is a run of program %s, and not of %s: open it by itself", quote.Line(file),
				rec.Program, base.S.Rec.Program)
		}
		s, err := session.Open(base.S.Program, rec, session.Options{LoopLimit: d.o.LoopLimit, Stop: ctx.Done(),
			Progress: d.progress.session(), Family: base.S.Family()})
		if err != nil {
			return Run{}, err
		}
		r := d.add(s, data, 0, session.Branch{})
		r.parent, r.change, r.file, r.kept = base, "from "+quote.Line(file), file, true
		if r.at, err = past.SameEvents(ctx, &base.Run, &r.Run, known(base, r)); err != nil {
			return Run{}, err
		}
		return d.row(r), nil
	})
}
