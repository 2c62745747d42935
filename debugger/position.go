package debugger

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/present"
	"machsim/debugger/replay/graph"
)

// Position is a place in a run. It stays what it is when the Debugger moves. The zero Position is none.
type Position = present.Position

// at is a position of the present run.
func (d *Debugger) at(p graph.Position) Position { return d.on.At(p) }

// here is the present position.
func (d *Debugger) here() Position { return d.on.Here() }

// Position reads a position of the present run: the number of an event, after which it is; start,
// end, or a dot for the present one; "past 41", the least that holds event 41, and "without 41",
// the greatest that does not; "teller1.1=5&teller2.1=3", the least at which these threads have done so many events of
// theirs and no more; the name of a checkpoint; or one of these with a number of events
// to go on or back from it, as "end-10" and "+5". What Position.String writes is one as well. A live run is made as far
// as that needs.
func (d *Debugger) Position(ctx context.Context, text string) (Position, error) {
	return ask(ctx, d, "position", func(ctx context.Context) (p Position, err error) {
		err = d.growing(ctx, func(context.Context) (err error) {
			p, err = d.position(strings.Fields(text))
			return err
		})
		return p, err
	})
}

// position reads a position.
func (d *Debugger) position(words []string) (Position, error) {
	typed := strings.Join(words, " ")
	if base, statements, ok := strings.Cut(typed, "@"); ok && d.on.named(typed) < 0 {
		return d.within(base, strings.Split(statements, "@"))
	}
	p, err := lang.ParsePosition(typed)
	if err != nil {
		return Position{}, err
	}
	return d.find(p)
}

// find is the position that was typed.
func (d *Debugger) find(p *lang.Position) (Position, error) {
	switch p.Kind {
	case lang.Here:
		return d.here(), nil
	case lang.Start:
		return d.at(d.s().Start()), nil
	case lang.End:
		return d.at(d.s().End()), nil
	case lang.Past:
		return d.around(p.Text, d.s().Least)
	case lang.Without:
		return d.around(p.Text, d.s().Greatest)
	}
	if i := d.on.named(p.Text); i >= 0 {
		return d.at(d.s().Consistent(d.on.checkpoints[i].at)), nil
	}
	switch {
	case p.Kind == lang.Counted:
		at, err := d.s().ParseCounts(p.Events)
		return d.at(at), err
	case p.Base != nil:
		return d.awayFrom(p.Base, p.Offset)
	case p.Text != p.Events[0]:
		return d.written(p)
	}
	return d.after(p.Text)
}

// awayFrom is the position so many events away from another, in recorded order: counted from the
// first event that the other lacks.
func (d *Debugger) awayFrom(base *lang.Position, n int) (Position, error) {
	from, err := d.find(base)
	if err != nil {
		return Position{}, err
	}
	first, _ := from.Prefix()
	to := first + n
	if err := d.until(to); err != nil {
		return Position{}, err
	}
	if to >= 0 && to < d.s().First() {
		return Position{}, d.s().Outside(to)
	}
	if to < 0 || to > d.s().Len() {
		return Position{}, fmt.Errorf("there is no position %d events away from event %d: "+
			"events have the numbers 1 to %d", n, first, d.s().Len())
	}
	return d.at(d.s().After(to)), nil
}

// after is the position after an event.
func (d *Debugger) after(word string) (Position, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err == nil {
		err = d.until(n)
	}
	switch all := d.s().Len(); {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < 0 || n > all):
		return Position{}, fmt.Errorf("there is no event %s: they have the numbers 1 to %d", word, all)
	case err != nil:
		names := append([]string{"start", "end", "past", "without"}, d.on.checkpointNames()...)
		return Position{}, text.WithHint(
			fmt.Errorf("there is no position %q%s", word, text.DidYouMean(word, names)), text.HintPositions)
	case n < d.s().First():
		return Position{}, d.s().Outside(n)
	}
	return d.at(d.s().After(n)), nil
}

// written is a position as Position.String writes it.
func (d *Debugger) written(p *lang.Position) (Position, error) {
	r := d.on
	if strings.Contains(p.Text, "/") {
		number, err := strconv.Atoi(p.Run)
		if err != nil || number < 0 {
			return Position{}, fmt.Errorf("there is no position %q: before the stroke is the number of a run", p.Text)
		}
		if r, err = d.numbered(number); err != nil {
			return Position{}, err
		}
	}
	at, err := r.S.Parse(strings.Join(p.Events, "&"))
	return r.At(at), err
}

// around is the position that belongs to an event.
func (d *Debugger) around(word string, at func(event int) graph.Position) (Position, error) {
	e, err := d.in().Event(word)
	if err != nil {
		return Position{}, err
	}
	return d.at(at(e)), nil
}

// FindEvent reads the number of an event of the present run.
func (d *Debugger) FindEvent(ctx context.Context, word string) (int, error) {
	return ask(ctx, d, "event", func(context.Context) (int, error) {
		e, err := d.in().Event(word)
		return e + 1, err
	})
}
