package study

import (
	"encoding/binary"
	"strings"
	"testing"

	"machsim/debugger/run/runner"
)

// TestPulse: whoever looks after the runs of any test looks.
func TestPulse(t *testing.T) {
	const lastSlot = 128 // where package runner has the Pulse
	memory := make([]byte, watchedBytes)
	parts := partsOf(memory)
	for i, looks := range []int{3, 0, 4} {
		p := parts[2*i][headerBytes:]
		binary.LittleEndian.PutUint64(p[len(p)-lastSlot:], 1)
		binary.LittleEndian.PutUint64(p[len(p)-lastSlot+8:], uint64(looks))
	}
	if got := pulse(memory); got != (runner.Pulse{Watchers: 3, Looks: 7}) {
		t.Errorf("it is %+v", got)
	}
}

// TestEnded puts into words how the process of the tests has ended.
func TestEnded(t *testing.T) {
	const call = "example.com/lab.down(...)\n\t/home/me/lab/lab.go:12 +0x1f\n"
	const overflow = "runtime stack:\nruntime.throw(...)\n\tpanic.go:1229\nruntime.newstack()\n\tstack.go:1207" +
		"\n\ngoroutine 9 [running]:\n"
	for crash, want := range map[string]string{
		overflow + strings.Repeat(call, 50) + "...27000 frames elided...\n" + strings.Repeat(call, 50): "the program has " +
			"overflown its stack, which ends the process: lab.down (lab.go:12) calls itself, 27100 calls deep",
		"":                          "the process of the tests has ended in the midst of a run, by os.Exit",
		"panic: oh\n\ngoroutine 1 ": "the process of the tests has ended in the midst of a run, by os.Exit",
	} {
		if got := ended(crash); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", crash, got)
		}
	}
}
