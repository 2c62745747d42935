package record

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPartsOnAFullDisk: where the disk is full before the bound is reached, the oldest parts go, and the run is
// recorded to its end. Where there is no room for them in one file, they stay as they are.
func TestPartsOnAFullDisk(t *testing.T) {
	const events, k = 500_000, LeastKept
	roomy, err := Open(bounded(t, Keep{Bytes: k}, events, nil))
	check(t, err)
	for _, size := range []struct {
		mount string
		apart bool
	}{{"size=160k", true}, {"size=1m", false}} {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, size.mount); err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
		path := filepath.Join(dir, "x.rec")
		err := boundedAs(t, path, Keep{Bytes: k}, events, nil, nil)
		var apart *Apart
		if errors.As(err, &apart) != size.apart || !size.apart && err != nil {
			t.Errorf("%s: %v", size.mount, err)
		}
		rec, err := Open(path)
		if err != nil || rec.Events != events || rec.Hash != roomy.Hash || rec.Truncated {
			t.Fatalf("%s: %v, %+v", size.mount, err, rec)
		}
		if (rec.Dropped > roomy.Dropped) != size.apart {
			t.Errorf("%s: %d events are dropped, not %d", size.mount, rec.Dropped, roomy.Dropped)
		}
	}
}
