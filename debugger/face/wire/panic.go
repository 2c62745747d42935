package wire

import (
	"context"
	"time"

	"machsim/debugger"
)

// panicMethod is the panic button (Krawczuk 3.5).
var panicMethod = free(method("panic", "The panic button: gives up all calls that are at work, and says what each "+
	"thread is doing, within a tenth of a second.", panicButton))

// Panicked is what came of the panic button.
type Panicked struct {
	Calls    int             // that were given up
	Position string          // where one stands; "" while what was given up is still at work
	Doing    *debugger.Panic // what each thread is doing there; null likewise
	Busy     string          // what is still at work, in words; "" for nothing
}

// soonest is how long what was given up may keep the panic button waiting, beside the patience of the Debugger.
const soonest = 10 * time.Millisecond

func panicButton(ctx context.Context, s *Service, _ none) (Panicked, error) {
	n, d := s.cancel(debugger.PersonOf(ctx).Name, nil), s.debugger()
	ctx, cancel := context.WithTimeout(ctx, soonest)
	defer cancel()
	var x Panicked // read only if what writes it was not left behind
	err := d.Do(ctx, "panic", func(ctx context.Context) error {
		h, err := d.Here(ctx)
		if err != nil {
			return err
		}
		all, err := d.Panic(ctx)
		x = Panicked{n, h.Position.String(), all, ""}
		return err
	})
	if err != nil {
		return Panicked{Calls: n, Busy: err.Error()}, nil
	}
	return x, nil
}
