package debugger

import (
	"context"
	"errors"
	"fmt"

	"machsim/debugger/record"
	"machsim/debugger/session"
	"machsim/ipc/quote"
)

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
		if rec.Program != base.s.Rec.Program {
			return Run{}, fmt.Errorf("%s is a run of program %s, and not of %s: open it by itself", quote.Line(file),
				rec.Program, base.s.Rec.Program)
		}
		s, err := session.Open(base.s.Program, rec, session.Options{LoopLimit: d.o.LoopLimit, Stop: ctx.Done(),
			Progress: d.progress.session(), Family: base.s.Family()})
		if err != nil {
			return Run{}, err
		}
		r := d.add(s, data, 0, session.Branch{})
		r.parent, r.change, r.file, r.kept = base, "from "+quote.Line(file), file, true
		if r.at, err = sameEvents(ctx, base, r); err != nil {
			return Run{}, err
		}
		return d.row(r), nil
	})
}
