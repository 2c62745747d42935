package present

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/kernel"
)

// LaneName is the thread of a lane, or packets.
func (d In) LaneName(lane int) string {
	if id := d.S.ThreadIn(lane); id != 0 {
		return d.S.ThreadName(id)
	}
	return "packets"
}

// Thread finds the thread that is meant by a name; a dot is the one in focus.
func (d In) Thread(name string) (kernel.ThreadID, error) {
	if name == "." && d.Focus != 0 {
		return d.Focus, nil
	}
	n, err := d.S.FindThread(name)
	return kernel.ThreadID(n.ID), err
}

// ThreadHere finds a thread that exists at the present position; "" is the one in focus.
func (d In) ThreadHere(name string) (id kernel.ThreadID, err error) {
	if id = d.Focus; name != "" {
		if id, err = d.Thread(name); err != nil {
			return 0, err
		}
	}
	switch {
	case id == 0:
		return 0, fmt.Errorf("the run has no threads")
	case d.S.State().Threads.Has(uint32(id)):
		return id, nil
	}
	return 0, fmt.Errorf("%s is not there yet: event %d makes it", d.S.ThreadName(id), d.S.MakerOf(id)+1)
}

// HostOf is the host of a thread's task.
func (d In) HostOf(id kernel.ThreadID) string {
	st := d.S.State()
	return st.HostName(st.Tasks.At(uint32(st.Threads.At(uint32(id)).Task)).Host)
}

// Threads finds the threads that are meant; a dot is the one in focus.
func (d In) Threads(text string) ([]kernel.ThreadID, error) {
	if text == "." && d.Focus != 0 {
		return []kernel.ThreadID{d.Focus}, nil
	}
	return d.S.FindThreads(text)
}

// Event reads the number of an event, and returns its index.
func (d In) Event(word string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	switch all := d.S.Len(); {
	case all == 0:
		return 0, fmt.Errorf("the run has no events")
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is no event: they have the numbers 1 to %d", word, all)
	case err != nil || n < 1 || n > all:
		return 0, fmt.Errorf("there is no event %s: they have the numbers 1 to %d", word, all)
	case n <= d.S.First():
		return 0, d.S.Outside(n)
	}
	return n - 1, nil
}
