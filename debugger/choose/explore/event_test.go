package explore

import (
	"testing"

	"machsim/debugger/choose/explore/touch"
)

// TestCommon: what several events have in common is copied for the one that is written to.
func TestCommon(t *testing.T) {
	common := &rareFields{newest: 7, common: true}
	a, b, none := event{rareFields: common}, event{rareFields: common}, event{rareFields: &nothing}
	a.own().stuck = []touch.Actor{1}
	a.own().newest++
	none.own().newest = 9
	if a.newest != 8 || len(a.stuck) != 1 || b.newest != 7 || b.stuck != nil || nothing.newest != 0 {
		t.Errorf("%+v, %+v, %+v", a.rareFields, b.rareFields, nothing)
	}
}
