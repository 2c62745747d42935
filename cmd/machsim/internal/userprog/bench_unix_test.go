//go:build unix

package userprog

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"machsim/cmd/machsim/internal/scaffold"
)

// BenchmarkBuild builds a new module with and without hooks, in turns, once after a change of its source and once
// after none. It reports the processor time too, which a busy machine changes less.
func BenchmarkBuild(b *testing.B) {
	b.Setenv(CacheVariable, filepath.Join(b.TempDir(), "cache"))
	dir := filepath.Join(b.TempDir(), "lab")
	if err := (scaffold.Module{Dir: dir, Name: "lab", Machsim: builtFrom()}).Make(); err != nil {
		b.Fatal(err)
	}
	plain := func(p *Package) error { _, err := p.Build(dir, os.Stderr); return err }
	hooked := func(p *Package) error { _, err := p.BuildHooked(dir); return err }
	found := func(build func(*Package) error) {
		p, err := Find(dir, ".")
		if err == nil {
			err = build(p)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	n := 0
	for _, c := range []struct {
		name    string
		build   func(*Package) error
		changes bool
	}{
		{"changed/plain", plain, true}, {"changed/hooked", hooked, true},
		{"unchanged/plain", plain, false}, {"unchanged/hooked", hooked, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			found(c.build)
			var used float64
			for b.Loop() {
				if n++; c.changes {
					change(b, dir, n)
				}
				before := processorTime(b)
				found(c.build)
				used += processorTime(b) - before
			}
			b.ReportMetric(used/float64(b.N), "cpu-s/op")
		})
	}
}

// change makes one of the files of a package another one.
func change(b *testing.B, dir string, n int) {
	text := fmt.Sprintf("package lab\n\nvar change = %d\n", n)
	if err := os.WriteFile(filepath.Join(dir, "change.go"), []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
}

// processorTime is the processor time in seconds of this process and of those that it has started.
func processorTime(b *testing.B) (sum float64) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if err := syscall.Getrusage(who, &r); err != nil {
			b.Fatal(err)
		}
		sum += float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6
	}
	return sum
}
