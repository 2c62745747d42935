package debugger

import (
	"slices"
	"testing"
)

// TestProgressOfEnd: while a recording is made again to see its end, nobody is told of the replay beside it, which is
// less far; then he who waits for the log is.
func TestProgressOfEnd(t *testing.T) {
	var told []uint64
	p := progress{tell: func(w Work, done, _ uint64) { told = append(told, uint64(w)*100+done) }}
	p.of(Ending, 0, 10) // while nobody waits
	p.begin()
	p.of(Replaying, 2, 10)
	p.of(Ending, 5, 10)
	p.of(Replaying, 4, 10)
	p.of(Ending, 10, 10)
	p.of(Replaying, 6, 10)
	p.end()
	p.of(Replaying, 7, 10)
	const ending, replaying = 100 * uint64(Ending), 100 * uint64(Replaying)
	if want := []uint64{ending + 5, ending + 10, replaying + 6, 0}; !slices.Equal(told, want) {
		t.Errorf("told %d, not %d", told, want)
	}
}
