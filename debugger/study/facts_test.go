package study

import (
	"fmt"
	"slices"
	"testing"

	"machsim/debugger/record"
	"machsim/kernel"
)

// TestFacts: each fact has a text, and values of which no other fact has one; programs learn what people do.
func TestFacts(t *testing.T) {
	rec := &record.Recording{Header: record.Header{Program: "lab", Seed: 7, Strategy: "random",
		Args: map[string]string{"n": "3"}, Parent: &record.Parent{File: "a.rec"},
		Edits: []kernel.Edit{{After: 3}, {After: 8}}, Keep: record.Keep{Events: 60}}}
	rec.Events, rec.Dropped, rec.Bytes = 90, 40, 1000
	all, names := ValuesOf(rec), 0
	for _, f := range Facts(rec) {
		if f.Text == "" {
			t.Errorf("%s has no text", f.Name)
		}
		names += max(1, len(f.Values))
	}
	if names != len(all) {
		t.Errorf("there are %d values, and %d names", names, len(all))
	}
	want := map[string]any{"program": "lab", "seed": uint64(7), "events": uint64(90), "dropped": uint64(40),
		"keep": "60events", "bytes": 1000, "truncated": false, "parent": "a.rec"}
	for name, value := range want {
		if all[name] != value {
			t.Errorf("%s is %v, not %v", name, all[name], value)
		}
	}
	if after, ok := all["changed_after"].([]uint64); !ok || !slices.Equal(after, []uint64{3, 8}) {
		t.Errorf("changed after %v", fmt.Sprint(all["changed_after"]))
	}
	if _, there := all["directory"]; there {
		t.Error("there is a directory of a program that no package declares")
	}
}
