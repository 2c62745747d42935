package study_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/kernel"
)

// reader reads all lines that there are, with a pause after each.
var reader = &kernel.Program{Name: "reader", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "reader", func(th *kernel.Thread) {
		for _, more := th.ReadLine(); more; _, more = th.ReadLine() {
			th.Yield()
		}
	})
}}

// typed makes a run that reads lines of so many bytes, and returns what its recording says of the input.
func typed(t *testing.T, length int, keep record.Keep) (says string, rec *record.Recording) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.rec")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	o := runner.New(reader, 1)
	o.Input = runner.NewInput(strings.NewReader(strings.Repeat(strings.Repeat("x", length)+"\n", 4000)))
	var to io.WriteCloser = f
	if !keep.All() {
		if to, err = record.NewParts(f, keep); err != nil {
			t.Fatal(err)
		}
	}
	o.Record = record.Start(to, o.Setup().Header())
	runner.Do(o).Close()
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	if rec, err = record.Open(path); err != nil {
		t.Fatal(err)
	}
	for _, row := range study.Facts(rec) {
		if row.Name == "input" {
			says = row.Text
		}
	}
	return says, rec
}

// TestInputOfPart: a bounded recording says how much was typed in the whole run or, where that is not known any more,
// that some of it was dropped.
func TestInputOfPart(t *testing.T) {
	for length, lost := range map[int]bool{2: false, 40: true} {
		_, whole := typed(t, length, record.Keep{})
		says, part := typed(t, length, record.Keep{Events: 1000})
		if part.Dropped == 0 || part.Hash != whole.Hash || part.LostInput != lost {
			t.Fatalf("of %d events %d were dropped, input lost: %v", part.Events, part.Dropped, part.LostInput)
		}
		want := fmt.Sprintf("%d bytes, %d of them before event %d", whole.Inputs, whole.Inputs-part.Inputs, part.Dropped+1)
		if lost {
			want = fmt.Sprintf("%d bytes from event %d on; what was typed before was dropped", part.Inputs, part.Dropped+1)
		}
		if says != want {
			t.Errorf("lines of %d bytes: %s, and not %s", length, says, want)
		}
	}
}
