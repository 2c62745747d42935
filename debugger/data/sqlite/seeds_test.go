//go:build !js && !wasip1

package sqlite

import (
	"context"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/debugger/record"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestLostUpdates asks many runs of the bank for lost updates: every run that fails has one. A run may have one and be
// well all the same, where another made up for it.
func TestLostUpdates(t *testing.T) {
	p, failing := programs.Find("bank"), 0
	for seed := range uint64(effort.Of(40)) {
		rec := testrun.Record(p, kernel.Config{Seed: seed})
		s := testsession.OpenRecording(t, p, rec)
		db, err := Open(tables.Of(s), Usual)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := rowsOf(context.Background(), db, lostUpdate)
		if err != nil {
			t.Fatal(err)
		}
		if failed := rec.Verdict() == record.VerdictCheckFailed; failed {
			if failing++; len(rows) == 0 {
				t.Errorf("seed %d fails, and has no lost update", seed)
			}
		}
		db.Close()
		s.Close()
	}
	if failing == 0 {
		t.Error("no run fails")
	}
}
