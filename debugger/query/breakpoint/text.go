package breakpoint

import (
	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/kernel"
)

// texts returns the label calls with a given text, or the kernel calls with a given name.
func (r *Run) texts(s spec) (found []Occurrence, err error) {
	var others []string
	r.calls(func(lane, call int, c *kernel.Call) {
		text := c.Op.String()
		if s.Kind == lang.Label {
			if !has(lang.Label, c.Op) {
				return
			}
			text = c.Text
		}
		if others = append(others, text); text == s.Text.Text {
			found = append(found, r.occurrence(lane, call))
		}
	})
	if len(found) > 0 {
		return found, nil
	}
	if s.Kind == lang.Label {
		return nil, s.absent(s.Text.At, "no thread comes to a label %s in this run; %s", s.Text.Text,
			text.Offer(s.Text.Text, others, "labels"))
	}
	if _, known := kernel.OpNamed(s.Text.Text); known {
		return nil, nil
	}
	return nil, s.mistake(s.Text.At, "there is no kernel call %s; %s", s.Text.Text,
		text.Offer(s.Text.Text, others, "calls of this run"))
}
