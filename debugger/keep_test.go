package debugger_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/programs"
)

func write(path string, data []byte) error { return os.WriteFile(path, data, 0o666) }

// recorded is the file of a run of bank.
func recorded(t *testing.T, path string, seed uint64) {
	t.Helper()
	d := opened(t, "bank", seed)
	data, err := d.Data(ctx)
	must(t, err)
	must(t, write(path, data))
}

// keeping opens a recording with what is kept beside it.
func keeping(t *testing.T, path string) *debugger.Debugger {
	t.Helper()
	o := debugger.Options{Find: debugger.ByName(programs.Find), Keep: true}
	d, err := debugger.Open(ctx, debugger.Source{File: path}, o)
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// TestKept sees breakpoints, stops, checkpoints and notes there when the recording is opened again.
func TestKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d := keeping(t, path)
	_, err := d.Break(ctx, `send to port bank if id = 1`, false)
	must(t, err)
	_, err = d.Break(ctx, "receive", true)
	must(t, err)
	_, err = d.StopIf(ctx, "balance[1] > 101 or balance[2] > 101")
	must(t, err)
	_, err = d.TraceIf(ctx, "balance", "balance[1] > 101")
	must(t, err)
	_, err = d.Primary(ctx, 3, 2)
	must(t, err)
	must(t, d.Enable(ctx, false, 1, 4))
	to(t, d, "past 120")
	_, err = d.Checkpoint(ctx, "aside")
	must(t, err)
	_, err = d.Note(ctx, "what \x1b is this?")
	must(t, err)
	_, _, err = d.Delete(ctx, 2)
	must(t, err)
	_, err = d.NameThread(ctx, "bank.1", "teller")
	must(t, err)
	_, err = d.Break(ctx, "send by teller", false)
	must(t, err)
	_, err = d.Display(ctx, debugger.Hex, "balance[1]")
	must(t, err)
	to(t, d, "end")
	was := all(t, ctx, d)
	if said := d.Notices(); said != nil {
		t.Error(said)
	}
	e := keeping(t, path)
	said := strings.Join(e.Notices(), "\n")
	want := "kept from before in " + path +
		".notes: 2 breakpoints, 2 stops, 1 checkpoint, 1 note, 1 display, 1 thread name"
	if said != want {
		t.Errorf("%s\nwant %s", said, want)
	}
	to(t, e, "past 120") // as d, so that there is a last motion
	to(t, e, "end")
	if diff := cmp.Diff(was, all(t, ctx, e)); diff != "" {
		t.Error(diff)
	}
	if b, err := e.Break(ctx, "fork", false); err != nil || b.Number != 6 {
		t.Errorf("the next breakpoint has number %d: %v", b.Number, err)
	}
}

// TestKeptForAnother sees what was kept of another recording left aside, and then replaced.
func TestKeptForAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	_, err := keeping(t, path).Break(ctx, "send", false)
	must(t, err)
	recorded(t, path, 3)
	for _, want := range []string{"is about another recording", ""} {
		d := keeping(t, path)
		if said := strings.Join(d.Notices(), "\n"); !strings.Contains(said, want) || want == "" && said == "" {
			t.Errorf("%q and not %q", said, want)
		}
		if list, err := d.Breakpoints(ctx); err != nil || (len(list) > 0) != (want == "") {
			t.Errorf("%v: %v", list, err)
		}
		_, err := d.Break(ctx, "receive", false)
		must(t, err)
	}
}

// TestKeptNowhere sees it said once that nothing can be kept, and that a method does not fail for it.
func TestKeptNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d := keeping(t, path)
	must(t, os.Mkdir(path+".notes", 0o777)) // it is in the way
	for _, n := range []int{1, 0} {
		_, err := d.Break(ctx, "receive", false)
		must(t, err)
		if said := d.Notices(); len(said) != n {
			t.Errorf("%q", said)
		}
	}
}

// TestKeptHostile sees files of notes that are none refused, in a sentence, and left as they are.
func TestKeptHostile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d := keeping(t, path)
	_, err := d.Break(ctx, "send", false)
	must(t, err)
	_, err = d.Checkpoint(ctx, "mine")
	must(t, err)
	good, err := os.ReadFile(path + ".notes")
	must(t, err)
	for name, change := range map[string]func(map[string]any){
		"format":     func(k map[string]any) { k["format"] = "machsim notes 9" },
		"a field":    func(k map[string]any) { k["more"] = 1 },
		"number":     func(k map[string]any) { k["breakpoints"] = []any{map[string]any{"number": -1, "text": "send"}} },
		"huge":       func(k map[string]any) { k["last"] = 1 << 40 },
		"text":       func(k map[string]any) { k["breakpoints"] = []any{map[string]any{"number": 1, "text": "bake bread"}} },
		"long text":  func(k map[string]any) { k["breakpoints"] = []any{map[string]any{"number": 1, "text": long}} },
		"predicate":  func(k map[string]any) { k["stops"] = []any{map[string]any{"number": 1, "text": "and"}} },
		"part":       func(k map[string]any) { k["stops"] = []any{map[string]any{"number": 1, "text": "x = 1", "part": 3}} },
		"position":   func(k map[string]any) { k["checkpoints"] = []any{map[string]any{"name": "a", "position": "7&9999"}} },
		"name":       func(k map[string]any) { k["checkpoints"] = []any{map[string]any{"name": "\x1b[2J", "position": "7"}} },
		"note":       func(k map[string]any) { k["notes"] = []any{map[string]any{"position": "x", "text": "a"}} },
		"long note":  func(k map[string]any) { k["notes"] = []any{map[string]any{"position": "7", "text": long}} },
		"no numbers": func(k map[string]any) { k["last"] = "x" },
	} {
		var k map[string]any
		must(t, json.Unmarshal(good, &k))
		change(k)
		text, err := json.Marshal(k)
		must(t, err)
		refused(t, name, path, text)
	}
	refused(t, "no JSON", path, []byte("all my passwords\n"))
	refused(t, "two", path, append(good, good...))
	refused(t, "large", path, []byte(strings.Repeat(" ", 2<<20)))
}

var long = strings.Repeat("a", 5000)

// refused opens a recording with a file of notes that cannot be used.
func refused(t *testing.T, name, path string, text []byte) {
	t.Helper()
	must(t, write(path+".notes", text))
	d := keeping(t, path)
	if said := d.Notices(); len(said) != 1 || !strings.Contains(said[0], "cannot be used, and nothing is kept: ") {
		t.Errorf("%s: %q", name, said)
	}
	if list, err := d.Breakpoints(ctx); err != nil || list != nil {
		t.Errorf("%s: %v: %v", name, list, err)
	}
	_, err := d.Break(ctx, "send", false)
	must(t, err)
	if now, err := os.ReadFile(path + ".notes"); err != nil || string(now) != string(text) {
		t.Errorf("%s: the file has changed: %v", name, err)
	}
}

// TestNotKept sees nothing kept unless that is wanted, and of a run that is in no file.
func TestNotKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d, err := debugger.Open(ctx, debugger.Source{File: path, Program: programs.Find("bank")}, debugger.Options{})
	must(t, err)
	defer d.Close()
	_, err = d.Break(ctx, "send", false)
	must(t, err)
	if _, err := os.Stat(path + ".notes"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestKeptLines: breakpoints at lines and watchpoints stay what they are in a session that does not know the lines of
// the program, and say that this is why they stop nobody.
func TestKeptLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	recorded(t, path, 9)
	d := keeping(t, path)
	_, err := d.Break(ctx, "receive", false)
	must(t, err)
	data, err := os.ReadFile(path + ".notes")
	must(t, err)
	text := strings.Replace(string(data), `"text": "receive"`, `"text": "nowhere.go:70 if n > 3", "lines": true`, 1)
	must(t, write(path+".notes", []byte(text)))
	d = keeping(t, path)
	all, err := d.Breakpoints(ctx)
	must(t, err)
	if len(all) != 1 || all[0].Unknown != debugger.ErrNoStatements.Error() {
		t.Errorf("%+v", all)
	}
	_, err = d.Note(ctx, "so that the file is written")
	must(t, err)
	if data, _ := os.ReadFile(path + ".notes"); !strings.Contains(string(data), `"lines": true`) {
		t.Errorf("kept as\n%s", data)
	}
}

// TestKeptOfBounded opens a recording that has dropped events since checkpoints and notes at some of them were kept: it
// is told which are gone with them, and how many are not.
func TestKeptOfBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bank.rec")
	f, err := os.Create(path)
	must(t, err)
	parts, err := record.NewParts(f, record.Keep{Events: 100})
	must(t, err)
	o := runner.New(programs.Find("bank"), 9)
	o.Record = record.Start(parts, o.Setup().Header())
	runner.Do(o).Close()
	must(t, parts.Close())
	d := keeping(t, path)
	for _, name := range []string{"early", "late"} {
		_, err = d.Checkpoint(ctx, name)
		must(t, err)
		_, err = d.Note(ctx, name)
		must(t, err)
	}
	start, err := d.Position(ctx, "start")
	must(t, err)
	data, err := os.ReadFile(path + ".notes")
	must(t, err)
	var k map[string]any
	must(t, json.Unmarshal(data, &k))
	for _, kind := range []string{"checkpoints", "notes"} {
		k[kind].([]any)[0].(map[string]any)["position"] = fmt.Sprint(start.Events() - 1)
	}
	data, err = json.Marshal(k)
	must(t, err)
	must(t, write(path+".notes", data))
	want := []string{"kept from before in " + path + ".notes: 1 checkpoint, 1 note",
		fmt.Sprintf("dropped with the events up to %d: checkpoint early, note 1", start.Events())}
	d = keeping(t, path)
	if diff := cmp.Diff(want, d.Notices()[1:]); diff != "" {
		t.Error(diff)
	}
	all, err := d.Checkpoints(ctx)
	if must(t, err); len(all) != 1 || all[0].Name != "late" {
		t.Errorf("%+v", all)
	}
}
