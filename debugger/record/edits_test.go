package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/ipc"
	"machsim/kernel"
)

// changed is how a run is changed that has all kinds of edits, and that is to be halted.
func changed(cfg kernel.Config) kernel.Config {
	cfg.Halt = &kernel.Halt{Predicate: "x = 1 -> y = 2", Stages: [][]string{{"*"}, {"no such task", "a[b"}},
		Snapshot: true}
	items := []ipc.Item{{Kind: ipc.KindInt, Num: 7}, {Kind: ipc.KindFloat, Num: 1 << 62}, {Kind: ipc.KindBool, Num: 1},
		{Kind: ipc.KindString, Str: "a text"}}
	cfg.Edits = []kernel.Edit{
		{After: 0, Kind: kernel.EditSet, Object: 1, Name: "x.y[2]", Value: `"a\n"`},
		{After: 40, Kind: kernel.EditInject, Object: 2, ID: -5, Items: items},
		{After: 40, Kind: kernel.EditDrop, Object: 1},
		{After: 150, Kind: kernel.EditKillThread, Object: 3},
		{After: 160, Kind: kernel.EditKillTask, Object: 9},
		{After: 170, Kind: kernel.EditAssign, Object: 1, Name: "p.x[2]", Value: "7", Frame: 3, Statement: 1 << 33},
		{After: 180, Kind: kernel.EditRPC, Object: 2, Name: "rpc1", Value: "12", ID: 1 << 25,
			Items: append(items[:4:4], ipc.Item{Kind: ipc.KindBytes, Str: "\x00"}, ipc.Item{Kind: ipc.KindShape, Str: "x{}"})},
		{After: 1 << 40, Kind: kernel.EditCrash, Object: 1},
	}
	return cfg
}

// changedRecording is a fork of smallRecording that was changed.
func changedRecording(t testing.TB) []byte {
	t.Helper()
	rec, err := Read(smallRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	file, _, _ := forkFile(t, small, NewFollow(rec, 0), changed(config(rec, 4)))
	return file
}

// TestChanged sees edits and a halt come out of a header as they went in, and none of its
// beginnings be one; and the run be made again.
func TestChanged(t *testing.T) {
	rec, err := Read(changedRecording(t))
	if err != nil {
		t.Fatal(err)
	}
	want := changed(rec.Config())
	if diff := cmp.Diff(want.Edits, rec.Edits) + cmp.Diff(want.Halt, rec.Halt); diff != "" {
		t.Error(diff)
	}
	if res := again(t, small, rec); !res.Identical() {
		t.Errorf("%+v", res.Divergence)
	}
	b := rec.Header.append(nil)
	for n := range b {
		if _, ok := readHeader(b[:n]); ok {
			t.Errorf("%d bytes of %d are a header", n, len(b))
		}
	}
}
