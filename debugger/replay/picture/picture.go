// Package picture writes and reads pictures of runs: all that it takes to go on with a run from a position, without the
// events before (Krawczuk 3.4). A bounded recording has them (record.Keep).
//
// A picture has the kernel's state and, of each thread that has not ended, the results of its calls since its birth, by
// which its program is run again: a coroutine's stack cannot be written.
package picture

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"reflect"

	"machsim/debugger/replay/encode"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// shape says which machsim reads a picture: one whose logs have the same types.
var shape = encode.Shape(reflect.TypeFor[*tape.Tape](), tape.Types)

// Of returns a picture of a run that stands in state s, between two events, and is watched by a Builder that Collects.
func Of(k *tape.Builder, s *kernel.State) ([]byte, error) {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, shape)
	z, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	t := k.Picture(s)
	err = errors.Join(encode.WriteAcross(z, &t, tape.Types), z.Close())
	return b.Bytes(), err
}

// Read returns the log that a picture has; nil if it has none that this machsim can read. The picture is believed, so
// it must come from who may as well change the program: it is no part of a recording that a stranger has made.
func Read(b []byte) *tape.Tape {
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != shape {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[8:])), most+1))
	var t *tape.Tape
	if err != nil || len(data) > most || encode.Read(data, &t, tape.Types) != nil {
		return nil
	}
	return t
}

// most is the size of a picture in memory, at most.
const most = 1 << 30
