package wire_test

import (
	"encoding/json"
	"testing"

	"machsim/debugger/face/wire"
)

// TestCan sees that commands that are about lines refuse in the words of can, where the lines are known.
func TestCan(t *testing.T) {
	s := wire.New(open(t, "philosophers", 26), wire.Options{})
	for _, at := range []string{"start", "end"} {
		ask(t, s, `{"method": "goto", "params": {"position": "`+at+`"}}`)
		var all []struct {
			Command, Why string
			Can          bool
		}
		if err := json.Unmarshal(ask(t, s, `{"method": "can"}`).Result, &all); err != nil {
			t.Fatal(err)
		}
		refused := 0
		for _, a := range all {
			switch a.Command {
			case "step", "next", "step back", "next back", "up", "comm", "comm back":
				x := ask(t, s, `{"method": "command", "params": {"line": "`+a.Command+`"}}`)
				if !a.Can && (x.Error == nil || x.Error.Text != a.Why) {
					t.Errorf("at the %s %s says %+v, and can: %s", at, a.Command, x.Error, a.Why)
				}
				if !a.Can {
					refused++
				}
				ask(t, s, `{"method": "goto", "params": {"position": "`+at+`"}}`)
			}
		}
		if refused < 3 {
			t.Errorf("at the %s %d of these commands make no sense", at, refused)
		}
	}
}
