package sandbox

import "github.com/tetratelabs/wazero/experimental"

// reserved is the memory of a guest. All that it may ever have is reserved at once, so that it stays where it is when
// it grows: watch looks into it while the guest runs. The system gives it pages as they are touched.
type reserved struct{ all []byte }

// Allocate returns it.
func (r *reserved) Allocate(uint64, uint64) experimental.LinearMemory { return r }

// Reallocate returns as much of it as the guest wants now, nil if there is not so much.
func (r *reserved) Reallocate(size uint64) []byte {
	if size > uint64(len(r.all)) {
		return nil
	}
	return r.all[:size:size]
}

// Free does nothing: the end of a guest may come while watch looks. Run gives the memory back.
func (r *reserved) Free() {}
