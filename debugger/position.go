package debugger

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/replay/graph"
)

// Position is a place in a run: it says of each thread how many events it has done (graph.Position).
// It stays what it is when the Debugger moves. The zero Position is none.
type Position struct {
	run *run
	at  graph.Position // the zero Position is the end, of a run whose log was not there yet
}

// place is where it is, with the events of each thread.
func (p Position) place() graph.Position {
	if p.at.Cut == nil {
		return p.run.s.End()
	}
	return p.run.s.Wide(p.at)
}

// isEnd says whether it is known to be the end without looking at the log.
func (p Position) isEnd() bool { return p.at.Cut == nil }

// IsZero says whether it is no position.
func (p Position) IsZero() bool { return p.run == nil }

// Run is the number of its run.
func (p Position) Run() int { return p.run.n }

// Events is how many events it holds.
func (p Position) Events() int {
	if p.isEnd() {
		return p.run.s.Len()
	}
	return p.run.s.First() + p.at.Events()
}

// IsStart says whether it is where the recording, or the window of it that was opened, begins.
func (p Position) IsStart() bool { return p.Events() == p.run.s.First() && p.AtCalls() }

// Equal says whether p and q are the same position of the same run.
func (p Position) Equal(q Position) bool {
	return p.run == q.run && (p.isEnd() && q.isEnd() || p.place().Equal(q.place()))
}

// AtCalls says whether all threads stand at their calls there.
func (p Position) AtCalls() bool { return p.at.AtCalls() }

// Prefix is the number of events up to the first that it lacks. whole says that it holds no other:
// it is one of the recorded order.
func (p Position) Prefix() (n int, whole bool) {
	if p.isEnd() {
		return p.run.s.Len(), true
	}
	return p.run.s.Prefix(p.place())
}

// String is the position as Debugger.Position reads it, in any session with the same recording:
// "41" is after event 41 of the recording; "41&44" holds in addition what the thread of event 44
// has done up to that; "2/41" is one of fork 2.
func (p Position) String() string {
	if p.IsZero() {
		return ""
	}
	text := strconv.Itoa(p.Events())
	if !p.isEnd() {
		text = p.run.s.Format(p.place())
	}
	if p.run.n > 0 {
		text = fmt.Sprintf("%d/%s", p.run.n, text)
	}
	return text
}

// Describe says where it lies, in words.
func (p Position) Describe() string {
	text := p.describe()
	before := ", before"
	for _, g := range p.at.Stands() {
		text += fmt.Sprintf("%s statement %d of %s", before, g.N, p.run.s.ThreadName(g.Thread))
		before = " and"
	}
	return text
}

func (p Position) describe() string {
	all := p.run.s.Len()
	first, whole := p.Prefix()
	switch {
	case !whole:
		return fmt.Sprintf("%d of %d events, not in recorded order: all up to %d, and some up to %d",
			p.Events(), all, first, p.run.s.LastOf(p.place())+1)
	case p.IsStart() && p.run.s.Kept():
		return fmt.Sprintf("at the beginning of the recording, after event %d of %d", first, all)
	case p.IsStart() && p.run.s.First() > 0:
		return fmt.Sprintf("at the start of the window, after event %d of %d", first, all)
	case first == 0 && all == 0 && p.run.s.GoesOn():
		return "at the start, before event 1"
	case first == 0:
		return fmt.Sprintf("at the start, before event 1 of %d", all)
	case first == all && p.run.s.GoesOn():
		return fmt.Sprintf("after event %d, the last so far", all)
	case first == all:
		return fmt.Sprintf("at the end, after event %d", all)
	}
	return fmt.Sprintf("after event %d of %d", first, all)
}

// at is a position of the present run.
func (d *Debugger) at(p graph.Position) Position { return Position{d.on, p} }

// here is the present position.
func (d *Debugger) here() Position {
	if d.s().Early() {
		return Position{run: d.on}
	}
	return d.at(d.s().Position())
}

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
			fmt.Errorf("there is no position %q%s", word, text.DidYouMean(word, names)), HintPositions)
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
	at, err := r.s.Parse(strings.Join(p.Events, "&"))
	return Position{r, at}, err
}

// around is the position that belongs to an event.
func (d *Debugger) around(word string, at func(event int) graph.Position) (Position, error) {
	e, err := d.event(word)
	if err != nil {
		return Position{}, err
	}
	return d.at(at(e)), nil
}

// FindEvent reads the number of an event of the present run.
func (d *Debugger) FindEvent(ctx context.Context, word string) (int, error) {
	return ask(ctx, d, "event", func(context.Context) (int, error) {
		e, err := d.event(word)
		return e + 1, err
	})
}

// event reads the number of an event, and returns its index.
func (d *Debugger) event(word string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	switch all := d.s().Len(); {
	case all == 0:
		return 0, fmt.Errorf("the run has no events")
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is no event: they have the numbers 1 to %d", word, all)
	case err != nil || n < 1 || n > all:
		return 0, fmt.Errorf("there is no event %s: they have the numbers 1 to %d", word, all)
	case n <= d.s().First():
		return 0, d.s().Outside(n)
	}
	return n - 1, nil
}
