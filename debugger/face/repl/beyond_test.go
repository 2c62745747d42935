package repl_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	_ "unsafe" // for linkname

	"machsim/debugger"
	"machsim/debugger/data/sqlite"
	"machsim/debugger/face/repl"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/kernel"
	"machsim/programs"
)

// begins is how many events recordings have before their first.
//
//go:linkname begins machsim/debugger/record.begins
var begins uint64

// border is how many events a run of TestBeyond has up to number 2^32: a multiple of 256, so that parts of recordings
// begin at the same events.
const border = 1 << 13

// keptRun records a run of stock of which the last part is kept, and whose events have greater numbers by some.
func keptRun(t *testing.T, by uint64) *debugger.Debugger {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "stock.rec"))
	must(t, err)
	parts, err := record.NewParts(f, record.Keep{Events: 3000})
	must(t, err)
	o := runner.New(programs.Find("stock"), 3)
	o.MaxSteps, o.Args = by+10_000, map[string]string{"orders": "0"}
	o.Heard = func(m *kernel.Machine) { m.World().Steps = by }
	begins = by
	o.Record = record.Start(parts, o.Setup().Header())
	begins = 0
	runner.Do(o).Close()
	must(t, parts.Close())
	d, err := debugger.Open(context.Background(), debugger.Source{File: f.Name()}, debugger.Options{
		Find: debugger.ByName(find), Queries: sqlite.Engine{Limits: sqlite.Usual}})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// great is a number of an event in what is said of a run with great numbers.
var great = regexp.MustCompile(`\b\d{10}\b`)

// lower returns a text as it is of the run with small numbers.
func lower(text string, by uint64) string {
	return great.ReplaceAllStringFunc(text, func(digits string) string {
		if n, _ := strconv.ParseUint(digits, 10, 64); n >= by && n < by+1<<20 {
			return strconv.FormatUint(n-by, 10)
		}
		return digits
	})
}

// TestBeyond opens the last part of a run whose events go over number 2^32, and the same one with small numbers: what
// the prompt says is the same but for the numbers, and so is what others get in JSON.
func TestBeyond(t *testing.T) {
	by := uint64(1<<32 - border)
	low, high := keptRun(t, 0), keptRun(t, by)
	for _, line := range strings.Split(`where
start
goto %8190
event
event
event back
comm
comm back
events %8185 %8199
break send to port keeper
continue
continue
continue back
delete 1
goto %8192
rows events where n > %8192 and n < %8200
rows messages where n > %8189 and n < %8300
rows rpcs where n > %8189 and n < %8300
query select n, sent_n, thread from events where n between %8188 and %8196 order by n desc
query select count(*), min(n), max(n) from events
check once (send to port keeper)
check possibly (blocked receive)
stats
history dequeue
rpcs
ports
messages
note here
notes
checkpoint a
goto %9000
rollback a
goto %9999
end
goto %8300
run 7
where
event back
events %8290 %8310
parent
goto %100
goto %99999`, "\n") {
		a, b := saidTo(t, low, line, 0), saidTo(t, high, line, by)
		if b = lower(b, by); a != b {
			t.Errorf("%s:\n%s\nand beyond 2^32:\n%s", line, a, b)
		}
	}
	for name, get := range map[string]func(d *debugger.Debugger, by int) (any, error){
		"events": func(d *debugger.Debugger, by int) (any, error) {
			return d.Events(context.Background(), debugger.Span{From: by + 8190, To: by + 8195, Most: 100})
		},
		"rows": func(d *debugger.Debugger, by int) (any, error) {
			return d.Rows(context.Background(), debugger.RowQuery{Table: "messages", Most: 3,
				Where: []string{fmt.Sprint("n > ", by+8192)}})
		},
		"lanes": func(d *debugger.Debugger, by int) (any, error) { return d.Lanes(context.Background()) },
		"arrows": func(d *debugger.Debugger, by int) (any, error) {
			return d.Arrows(context.Background(), debugger.RecordedAxis, int64(by+8180), int64(by+8199), 100)
		},
	} {
		of := func(d *debugger.Debugger, by int) string {
			x, err := get(d, by)
			must(t, err)
			text, err := json.Marshal(x)
			must(t, err)
			return string(text)
		}
		if a, b := of(low, 0), lower(of(high, int(by)), by); a != b {
			t.Errorf("%s:\n%s\nand beyond 2^32:\n%s", name, a, b)
		}
	}
}

// saidTo is what the prompt says to a line, in which numbers of events have a %.
func saidTo(t *testing.T, d *debugger.Debugger, line string, by uint64) string {
	t.Helper()
	line = regexp.MustCompile(`%\d+`).ReplaceAllStringFunc(line, func(n string) string {
		number, err := strconv.ParseUint(n[1:], 10, 64)
		must(t, err)
		return strconv.FormatUint(by+number, 10)
	})
	p, out := promptOn(t, d, repl.Options{})
	err := p.Do(line)
	lines := strings.Split(fmt.Sprintf("%s%v", out, err), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ") // columns are as wide as numbers are
	}
	return strings.Join(lines, "\n")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
