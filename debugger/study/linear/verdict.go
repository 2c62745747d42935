package linear

import (
	"fmt"
	"strings"
)

// OK says that the calls are linearizable, as far as is known.
func (v *Verdict) OK() bool { return v.Event == 0 }

// mostBefore is how many calls of the order before are told.
const mostBefore = 8

// What says in a sentence what does not fit; "" if the calls are linearizable.
func (v *Verdict) What(m *Model) string {
	if v.OK() {
		return ""
	}
	return m.fails() + fmt.Sprintf("no order of the calls explains that %s's %s is answered %s", v.Call.Caller,
		Words(&v.Call.Asked), Words(v.Call.Answer))
}

// fails is how What begins.
func (m *Model) fails() string { return "not linearizable as a " + m.Name + ": " }

// Says says whether a text is What a verdict on the model says.
func (m *Model) Says(text string) bool { return strings.HasPrefix(text, m.fails()) }

// Lines tell of the order that explains all answers before, and of the call that does not fit.
func (v *Verdict) Lines() (all []string) {
	if v.OK() {
		return nil
	}
	if len(v.Before) == 0 {
		all = append(all, "at first the state is "+v.State)
	} else {
		all = append(all, "an order that explains all answers before:")
	}
	from := max(0, len(v.Before)-mostBefore)
	if from > 0 {
		all = append(all, fmt.Sprintf("  ... %d calls, then the state is %s", from, v.Before[from-1].State))
	}
	for _, s := range v.Before[from:] {
		all = append(all, fmt.Sprintf("  %s, then the state is %s", &s.Call, s.State))
	}
	all = append(all, fmt.Sprintf("and then does not fit: %s", v.Call))
	for i := range v.Beside {
		all = append(all, fmt.Sprintf("on its way then: %s", &v.Beside[i]))
	}
	return all
}

// String is a call with its events.
func (c *Call) String() string {
	text := fmt.Sprintf("rpc %d of %s, %s", c.Number, c.Caller, Words(&c.Asked))
	if c.Answer == nil {
		return fmt.Sprintf("%s, not answered (sent at event %d)", text, c.Sent)
	}
	return fmt.Sprintf("%s, answered %s (events %d to %d)", text, Words(c.Answer), c.Sent, c.Received)
}
