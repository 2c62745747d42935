package lang_test

import (
	"strings"
	"testing"

	"machsim/debugger/lang"
)

// assertions are texts with operators of time.
var assertions = []string{
	`once x = 1`, `previously (x = 1 and y = 2)`, `always so far x = 1 and y = 2`, `x = 1 since lock m by a`,
	`eventually label done by a within 5 ms`, `x = 1 or y = 2 until after receive by b within 2 to 7 ms`,
	`never (label a by b and label a by c)`, `always (after enter f implies once lock m within 20 events)`,
	`x = 1 leads to y = 1 within 5ms on h1's clock`, `send by a is followed by receive by b within 1.5 s`,
	`every send to bank with thread t and id k leads to receive of the same within 5 ms`,
	`every (send to port p by sender.1) leads to (receive of the same by x)`,
	`every lock with object m, thread t leads to unlock with object m and thread t within 1 s on the clock of "h 1"`,
	`events of fork1 match (lock unlock)*`, `events of thread kant match (lock fork1 lock fork2 | label eat)+ unlock?`,
	`not once not x = 1`, `once = 1 and eventually.x = 2`, `x = 1 implies not y = 1`, `every worker.x = 5`,
	`every worker (x = 5)`, `once every worker (x = 5)`, `(a.x until b.x) since (always c.x)`,
	`every send with item 1 a and Amount b leads to eventually receive with item 1 a`, `once once x within 3 events`,
	`once (once x) within 3 events`, `not (every send leads to receive)`, `events of port bank match send receive* | send`,
	`once x within 3 us and y`, `always (a.x leads to b.x)`, `send if id = 3 leads to receive if id = 4 within 5 ms`,
}

func TestTimeIsPrintedAsItIsRead(t *testing.T) {
	for _, text := range assertions {
		check(t, text, lang.Parse)
		if _, err := lang.Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestMeaningsOfTime(t *testing.T) {
	for text, op := range map[string]lang.Op{
		"once x and y": lang.And, "once = 3": lang.Compare, "x or y until z": lang.Until, "always x implies y": lang.Implies,
		"every worker (x)": lang.Quantified, "every send leads to receive": lang.LeadsTo, "once.x = 1": lang.Compare,
		"always so far x": lang.SoFar, "x -> once y": lang.Linked, "x leads to y until z": lang.LeadsTo,
	} {
		if n, err := lang.Parse(text); err != nil || n.Op != op {
			t.Errorf("%s: %v, %v", text, n, err)
		}
	}
	for text, want := range map[string]string{
		"once x within":               "how long, as 5 ms or 20 events, is missing",
		"once x within 5":             "a unit: us, ms, s or events is missing",
		"once x within 5 parsecs":     "parsecs is no unit",
		"once x within 0.5 events":    "0.5 is no whole number of events",
		"once x within 7 to 5 ms":     "ends before it begins",
		"once x within 5 events on a": "no clock counts events",
		"once x within 5 ms on a":     "a host's clock",
		"x leads y":                   "leads to was expected",
		"every send":                  "leads to is missing",
		"events of m match":           "an event (label, send",
		"events of m match (lock":     "a closing bracket ) is missing",
		"send with id k":              "with",
		"every send with id":          "a name for it is missing",
		"a until b until c":           "was expected here, not until",
	} {
		_, err := lang.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
