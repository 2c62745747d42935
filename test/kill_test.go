package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/test/effort"
)

// A process that is killed while it records leaves a file that replays up to the last
// chunk that it wrote.
func TestKilledRecordingReplays(t *testing.T) {
	const marker = "MACHSIM_TEST_RECORD_TO"
	if path := os.Getenv(marker); path != "" {
		recordForEver(t, path)
		return
	}
	n, events := effort.Of(5), uint64(0)
	for i := range n {
		path := filepath.Join(t.TempDir(), "killed.rec")
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), marker+"="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitForFile(t, path, int64((i+1)*10_007))
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		events += replayKilled(t, path)
	}
	if events == 0 {
		t.Error("not one event was recorded")
	}
	t.Logf("%d kills, %d events", n, events)
}

// recordForEver is the process that is killed.
func recordForEver(t *testing.T, path string) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	o := runner.New(yielders(8), 1)
	o.MaxSteps = 1 << 40
	o.Record = record.Start(f, o.Setup().Header())
	runner.Do(o).Close()
}

func waitForFile(t *testing.T, path string, size int64) {
	t.Helper()
	for range 100_000 {
		if info, err := os.Stat(path); err == nil && info.Size() >= size {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("the process writes no recording")
}

// replayKilled replays what is left, and returns how many events that is.
func replayKilled(t *testing.T, path string) uint64 {
	t.Helper()
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if !rec.Truncated {
		t.Fatal("the recording is not truncated")
	}
	res := replayRun(t, yielders(8), rec)
	if res.Divergence != nil || res.Events != rec.Events || res.Hash != rec.Hash {
		t.Fatalf("%d events are recorded; %+v, %+v", rec.Events, res, res.Divergence)
	}
	return res.Events
}
