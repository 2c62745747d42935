package edits

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// HaltHost has the agent of a host halt it, and tell those of all others (Cooper, chapter 5): their tasks, clocks and
// timers stand until a ResumeHalt, or for a time.
type HaltHost struct {
	Host string // where it begins
	For  int64  // microseconds of virtual time after which it ends by itself; 0 for not
}

// ResumeHalt ends a halt: its hosts go on as if nothing had been.
type ResumeHalt struct {
	Number int // of the halt; 0 for the only one, or the last
}

func (c HaltHost) Edit(d In) (e kernel.Edit, err error) {
	host, err := d.S.Find(kernel.HostObject, c.Host)
	if err != nil {
		return e, err
	}
	e = kernel.Edit{Kind: kernel.EditHalt, Object: host.ID}
	if c.For > 0 {
		e.Value = strconv.FormatInt(c.For, 10)
	}
	switch h := d.S.State().Hosts.At(host.ID); {
	case h.Down:
		return e, fmt.Errorf("%s is down: its agent halts nothing", host.Name)
	case h.Shared:
		return e, fmt.Errorf("%s is for other programs, too, and goes on: halt another host", host.Name)
	}
	return e, nil
}

func (c ResumeHalt) Edit(d In) (e kernel.Edit, err error) {
	all := d.S.Standing()
	n := c.Number
	switch {
	case len(all) == 0:
		return e, errors.New("no halt is to be ended here: halt HOST begins one")
	case n == 0:
		n = all[len(all)-1]
	}
	e = kernel.Edit{Kind: kernel.EditResume, Object: uint32(n)}
	if n < 0 || d.S.CheckEdit(&e) != nil {
		there := text.Each(all, func(k int) string { return fmt.Sprint(k) })
		return e, fmt.Errorf("halt %d has ended, or there is none; those that last are %s", n, strings.Join(there, ", "))
	}
	return e, nil
}
