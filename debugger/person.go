package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/present"
)

// Person is who calls the methods of a Debugger that several share.
type Person struct {
	Name string // "" for nobody in particular
	// Looks, when set, says why this one may only look, nil if he may do all. It is asked when a method, or a command of
	// several, begins. One who looks gets that error from what would change anything that faces show, write a file or
	// have a live run go on, and has changed nothing; and an *Interrupted one if one who may do more comes meanwhile.
	Looks func() error
	// Tasks, when not nil, are those of whose values the person is told while he may only look; of others he is told
	// names.
	Tasks []string
}

type personKey struct{}

// As returns a context of calls that a person makes.
func As(ctx context.Context, p *Person) context.Context {
	return context.WithValue(ctx, personKey{}, p)
}

// PersonOf is who makes the calls of a context; nobody in particular if that was not said.
func PersonOf(ctx context.Context) *Person {
	if p, ok := ctx.Value(personKey{}).(*Person); ok {
		return p
	}
	return &nobody
}

var nobody Person

// MayNot says why the person may only look now, nil if he may do all.
func (p *Person) MayNot() error {
	if p.Looks == nil {
		return nil
	}
	return p.Looks()
}

// looking is f for whoever begins the turn: one who looks leaves nothing behind.
func (d *Debugger) looking(f func(context.Context) error) func(context.Context) error {
	if d.looks == nil {
		return f
	}
	return func(ctx context.Context) error {
		was, on, place, marks, changed := d.stamp(), d.on, d.on.Place, d.on.marks, d.changed
		if err := f(ctx); err != nil {
			return err
		}
		if d.stamp() != was {
			return d.looks
		}
		on.Place, on.marks, d.changed = place, marks, changed
		return nil
	}
}

// givesWay returns the context of a turn of one who looks, which ends when somebody else comes: nobody waits for him.
func (d *Debugger) givesWay(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	d.words.Lock()
	defer d.words.Unlock()
	d.way = cancel
	return ctx, func() {
		cancel()
		d.words.Lock()
		defer d.words.Unlock()
		d.way = nil
	}
}

// hurry has one who looks give way.
func (d *Debugger) hurry() {
	d.words.Lock()
	defer d.words.Unlock()
	if d.way != nil {
		d.way()
	}
}

// OnChange lets a function be told, after each method that leaves another Stamp than the one before, by that and by
// where the Debugger stands. It must not call the Debugger. One function is told, the last that was given; was is the
// Stamp that it knows.
func (d *Debugger) OnChange(was string, f func(stamp string, h Here)) {
	d.words.Lock()
	defer d.words.Unlock()
	d.onChange, d.toldStamp = f, was
}

// tellChange tells that function.
func (d *Debugger) tellChange() {
	d.words.Lock()
	f, was := d.onChange, d.toldStamp
	d.words.Unlock()
	if f == nil || d.on.Closed() {
		return
	}
	if s := d.stamp(); s != was {
		d.words.Lock()
		d.toldStamp = s
		d.words.Unlock()
		f(s, d.hereRow())
	}
}

// Who looks may be told the values of some tasks only (Person.Tasks). Then everything that a method answers counts as a
// value, unless it is known here to be none: a method that is new tells such a person nothing.

// tellsNames are the methods that tell names, numbers, states and positions, and no value of a program; or that hide
// those of other tasks row by row.
var tellsNames = map[string]bool{
	"where": true, "stamp": true, "position": true, "left": true, "mode": true, "servers": true, "seed": true,
	"can": true, "names": true, "run": true, "forks": true, "info": true, "tasks": true, "hosts": true, "mutexes": true,
	"checkpoints": true, "notes": true, "breakpoints": true, "stops": true, "lanes": true, "tile": true, "suspended": true,
	"event": true, "statements": true, "source": true,
	"thread": true, "threads": true, "locals": true, "print": true,
}

// tells says why a method is not for the person who makes it.
func (d *Debugger) tells(what string) error {
	if d.tasks == nil || tellsNames[what] {
		return nil
	}
	return present.ErrHidden
}

// Servers says whether answers tell of machsim's own servers: the name servers of hosts. They are no part of the
// program, so that without being asked for they are left out of lists, statistics and diagrams, but where one is in
// focus, has failed, or stands at a breakpoint. Queries and histories have all.
func (d *Debugger) Servers(ctx context.Context) (bool, error) {
	return look(ctx, d, "servers", func(context.Context) (bool, error) { return d.servers, nil })
}

// SetServers changes that.
func (d *Debugger) SetServers(ctx context.Context, on bool) error {
	return d.Do(ctx, "set servers", func(context.Context) error {
		d.servers = on
		return nil
	})
}

// grown takes note that the position has grown (session.Options).
func (d *Debugger) grown() {
	d.on.Moved()
	d.notice("threads of a task share variables without a lock; so their events stay in order, "+
		"and the position is: %s", d.here().Describe())
}

// notice adds a sentence that Notices returns.
func (d *Debugger) notice(format string, args ...any) {
	d.words.Lock()
	defer d.words.Unlock()
	d.notices = append(d.notices, fmt.Sprintf(format, args...))
}

// Notices returns what has to be said of the methods that were called since it was asked last,
// beside their answers: that the position has grown, for example. Each is a sentence.
func (d *Debugger) Notices() []string {
	d.words.Lock()
	defer d.words.Unlock()
	all := d.notices
	d.notices = nil
	return all
}
