package wire_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"machsim/debugger/face/wire"
)

// said is an answer as it comes back.
type said struct {
	ID      json.RawMessage
	Serial  uint64
	Result  json.RawMessage
	Error   *wire.Error
	Notices []string
}

func ask(t testing.TB, s *wire.Service, request string) (x said) {
	t.Helper()
	if err := json.Unmarshal(s.Answer(context.Background(), []byte(request)), &x); err != nil {
		t.Fatalf("the answer to %s is no JSON: %v", request, err)
	}
	return x
}

// TestRefused sees which sentences come back for calls that are none, and that they change nothing.
func TestRefused(t *testing.T) {
	s := wire.New(open(t, "philosophers", 26), wire.Options{})
	for request, want := range map[string]string{
		`{"id": 1, "method": "gotos"}`:                                `there is no method "gotos"; did you mean goto?`,
		`{"method": "goto", "params": {"positon": "3"}}`:              `there is no parameter "positon"; did you mean position?`,
		`{"method": "goto", "params": {"position": 3}}`:               `"position" has to be a text, and is a number`,
		`{"method": "goto", "params": [3]}`:                           `the parameters of a method are a JSON object, with their names`,
		`{"method": "goto", "params": {"position": "9999"}}`:          `there is no event 9999: they have the numbers 1 to 92`,
		`{"method": "undo", "params": {"n": 1}}`:                      `there is no parameter "n": the method takes none`,
		`{"method": "step", "params": {"mode": "optimist"}}`:          `there is no mode "optimist"; did you mean optimistic?`,
		`{"method": "tile", "params": {"axis": "sideways"}}`:          `there is no axis "sideways": there are recorded, folded and time`,
		`{"method": "tile", "params": {"axis": 3}}`:                   `"axis" has to be a text, and is a number`,
		`{"method": "locals", "params": {"format": "y"}}`:             `there is no format "y": raw, x or none`,
		`{"method": "threads", "params": {"from": "x"}}`:              `"from" has to be a number, and is a string`,
		`{"method": "value", "params": {"thread": 3}}`:                `"thread" has to be a text, and is a number`,
		`{"method": "batch", "params": {"calls": [{"method": "here"}`: `a call is a JSON object with a method and its params`,
		`[]`: `a call is a JSON object with a method and its params`,
		``:   `a call is a JSON object with a method and its params`,
		`{"method": "command", "params": {"line": "gotoo 3"}}`: `there is no command "gotoo"; did you mean goto?`,
		`{"method": "enter", "params": {"number": 1e99}}`:      `"number" has to be a number, and is a number 1e99`,
	} {
		x := ask(t, s, request)
		if x.Error == nil || !strings.HasPrefix(x.Error.Text, want) || x.Serial != 1 {
			t.Errorf("%s answers %+v %+v, and not: %s", request, x, x.Error, want)
		}
	}
}

// TestSerial sees that the number of the state goes up when something changes, and only then.
func TestSerial(t *testing.T) {
	s := wire.New(open(t, "philosophers", 26), wire.Options{})
	var told []wire.Changed
	defer s.Watch(func(e wire.Event) {
		if c, ok := e.Data.(wire.Changed); ok {
			told = append(told, c)
		}
	})()
	for _, step := range []struct {
		line string
		want uint64
	}{
		{"threads", 1}, {"goto 41", 2}, {"goto 41", 2}, {"break lock fork1", 3}, {"disable 1", 4}, {"goto nowhere", 4},
		{"why kant", 4}, {"thread hume", 5}, {"checkpoint", 6}, {"note look", 7}, {"run 7", 8}, {"goto 50", 9}, {"close", 10},
		{"stop if label eats by kant", 11}, {"set mode optimistic", 12}, {"run 8", 13}, {"parent", 14}, {"close 2", 15},
		{"where", 15},
	} {
		line, _ := json.Marshal(step.line)
		x := ask(t, s, `{"method": "command", "params": {"line": `+string(line)+`}}`)
		if x.Serial != step.want {
			t.Errorf("after %q the serial is %d, and should be %d: %+v", step.line, x.Serial, step.want, x.Error)
		}
	}
	for i, c := range told {
		if c.Serial != uint64(i+2) {
			t.Errorf("%d comes as number %d of what was told", c.Serial, i+1)
		}
	}
	if len(told) != 14 || told[0].Position != "41" {
		t.Errorf("those who watch were told %+v", told)
	}
}

// TestBatch sees that a batch is of one state, and that one call that fails leaves the others.
func TestBatch(t *testing.T) {
	s := wire.New(open(t, "philosophers", 26), wire.Options{})
	x := ask(t, s, `{"id": "b", "method": "batch", "params": {"calls": [{"method": "here"}, {"method": "goto", "params":
		{"position": "nowhere"}}, {"method": "goto", "params": {"position": "41"}}, {"method": "batch"}, {"method": "panic"}, {"method": "here"}]}}`)
	var all []said
	if err := json.Unmarshal(x.Result, &all); err != nil || len(all) != 6 {
		t.Fatalf("%s: %v", x.Result, err)
	}
	for i, fails := range []bool{false, true, false, true, true, false} {
		if (all[i].Error != nil) != fails {
			t.Errorf("call %d of the batch answers %+v", i, all[i].Error)
		}
	}
	if here := string(all[5].Result); !strings.Contains(here, `"position":"41"`) {
		t.Errorf("after the motion a call of the batch sees %s", here)
	}
	if x.Serial != 2 || string(x.ID) != `"b"` {
		t.Errorf("the batch answers serial %d to %s", x.Serial, x.ID)
	}
}

// FuzzAnswer gives the Service what nobody would write: it answers JSON, and the session is unharmed.
func FuzzAnswer(f *testing.F) {
	for _, m := range wire.Methods {
		f.Add(`{"id": 1, "method": "` + m.Name + `", "params": ` + others[m.Name] + `}`)
		if c, ok := calls[m.Name]; ok {
			f.Add(`{"id": 1, "method": "` + m.Name + `", "params": ` + c.params + `}`)
		}
	}
	f.Add(`{"id": {"a": [1]}, "method": "fork", "params": {"seed": -1, "inject": {"port": "x", "items": [1.5, {}]}}}`)
	s := wire.New(open(f, "philosophers", 26), wire.Options{})
	f.Fuzz(func(t *testing.T, request string) {
		ask(t, s, request)
		if x := ask(t, s, `{"method": "enter"}`); x.Error != nil {
			t.Fatalf("after %s: %v", request, x.Error)
		}
		if x := ask(t, s, `{"method": "goto", "params": {"position": "41"}}`); x.Error != nil {
			t.Fatalf("after %s: %v", request, x.Error)
		}
	})
}
