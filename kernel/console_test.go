package kernel_test

import (
	"strings"
	"testing"

	"machsim/kernel"
)

// TestConsoleBound: a run that prints without end fails with a sentence that is the same everywhere, whether it prints
// much at a time or little, and one that stays below the bound does not.
func TestConsoleBound(t *testing.T) {
	for lines, size := range map[int]int{1 << 20: 0, 20: 1 << 20, 15: 1 << 20} {
		text := strings.Repeat("x", size)
		m := steps(t, kernel.Config{Seed: 1}, func(b *kernel.Boot) {
			b.Task(b.Host("h"), "t", func(th *kernel.Thread) {
				for range lines {
					th.Printf("%s", text)
				}
			})
		})
		f, fails := m.World().Failure, lines*(size+64) > kernel.MaxConsole
		if (f != nil) != fails || fails && f.Text != "the run has written more than 16 MB to the console" {
			t.Errorf("%d lines of %d bytes: %v", lines, size, f)
		}
	}
}
