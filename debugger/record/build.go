package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// ThisBuild returns a fingerprint of the running executable. Two executables that differ
// in it may run a program differently. It is Go's build id, or else a hash of the build
// information.
var ThisBuild = sync.OnceValue(func() string {
	if id := buildID(); id != "" {
		return id
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, info.String())
	return fmt.Sprintf("info-%016x", h.Sum64())
})

// buildIDWithin is the number of bytes of an executable within which the linker puts the
// build id.
const buildIDWithin = 64 << 10

// buildID finds the build id in the first bytes of the executable, "" if it is not
// there.
func buildID() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	b := make([]byte, buildIDWithin)
	n, _ := io.ReadFull(f, b)
	if id := noteID(b[:n]); id != "" {
		return id
	}
	return textID(b[:n])
}

// noteID finds the build id in the ELF note of type 4 and owner "Go", whose length
// stands before the type.
func noteID(b []byte) string {
	i := bytes.Index(b, []byte("\x04\x00\x00\x00Go\x00\x00"))
	if i < 4 {
		return ""
	}
	n, id := binary.LittleEndian.Uint32(b[i-4:]), b[i+8:]
	if uint64(n) > uint64(len(id)) {
		return ""
	}
	return string(id[:n])
}

// textID finds the build id where the linker puts it for other systems: at the
// beginning of the code.
func textID(b []byte) string {
	_, b, found := bytes.Cut(b, []byte("\xff Go build ID: \""))
	id, _, whole := bytes.Cut(b, []byte("\"\n \xff"))
	if !found || !whole {
		return ""
	}
	return string(id)
}
