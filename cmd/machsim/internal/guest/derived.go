//go:build !wasm

package guest

import (
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/replay/cache"
)

// cached is the directory of the guest's own cache.
const cached = "/cache"

// mostDerived is how many bytes are kept of what a guest has derived.
const mostDerived = 512 << 20

// remembers has what the guest derives from its recording kept in the cache of this machine, and lends it what is there
// of the last time. A guest believes that, and what it writes there may be anything: so it is kept under the sums of
// guest and recording, and only the same guest with the same recording is given it.
func (g *visitor) remembers(identity string) {
	dir, err := userprog.Derived()
	if err != nil {
		return // it takes longer
	}
	name := func(file string) string { return "capsule " + identity + " " + file }
	g.files.Lend(path.Join(cached, userprog.DerivedDirectory), func(file string) []byte { return dir.Get(name(file)) })
	g.derived = func() {
		left := g.files.Left()
		room := mostDerived
		for _, file := range slices.Sorted(maps.Keys(left)) {
			if room -= len(left[file]); room < 0 || !strings.HasSuffix(file, cache.Suffix) {
				continue
			}
			_ = dir.Put(name(file), func(w io.Writer) error { _, err := w.Write(left[file]); return err })
		}
	}
}
