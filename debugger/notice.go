package debugger

import "fmt"

// grown takes note that the position has grown (session.Options).
func (d *Debugger) grown() {
	d.view = nil
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
