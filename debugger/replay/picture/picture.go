// Package picture writes and reads pictures of runs: all that it takes to go on with a run from a position, without the
// events before (Krawczuk 3.4). A bounded recording has them (record.Keep).
//
// A picture has the kernel's state and the results of the calls of each thread since its birth, by which its program is
// run again: a coroutine's stack cannot be written. Of a thread of Serve it has those of the last requests only, and of
// threads that came of these and have ended, nothing.
package picture

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"sync"

	"machsim/debugger/replay/encode"
	"machsim/debugger/replay/tape"
	"machsim/kernel"
)

// shape says which machsim reads a picture: one whose logs have the same types.
var shape = sync.OnceValue(func() uint64 { return encode.Shape(reflect.TypeFor[*tape.Tape](), tape.Types) })

// written is what a picture has: the log, in which numbers from 1 on stand for places in the source.
type written struct {
	places []kernel.Frame
	log    []byte
}

// Of returns a picture of a run that stands in state s, between two events, and is watched by a Builder that Collects.
func Of(k *tape.Builder, s *kernel.State) ([]byte, error) {
	var x written
	var log, b bytes.Buffer
	numbers := map[kernel.Frame]uint64{}
	t := k.Picture(s)
	err := encode.WriteAcross(&log, &t, tape.Types, func(pc uintptr) uint64 {
		f := kernel.FrameAt(pc)
		if numbers[f] == 0 {
			x.places = append(x.places, f)
			numbers[f] = uint64(len(x.places))
		}
		return numbers[f]
	})
	if err != nil {
		return nil, err
	}
	x.log = log.Bytes()
	_ = binary.Write(&b, binary.LittleEndian, shape())
	z := writers.Get().(*flate.Writer)
	defer writers.Put(z)
	z.Reset(&b)
	err = errors.Join(encode.Write(z, &x, nil), z.Close())
	return b.Bytes(), err
}

// writers has what a picture is compressed with, which takes long to make.
var writers = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is a valid one
	return z
}}

// Read returns the log that a picture has; nil if it has none that this machsim can read. Lengths, and what pointers
// lead to, are checked, but not whether the log makes sense.
func Read(b []byte) *tape.Tape {
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != shape() {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b[8:])), most+1))
	var x written
	if err != nil || len(data) > most || encode.Read(data, &x, nil) != nil {
		return nil
	}
	var t *tape.Tape
	err = encode.ReadAcross(x.log, &t, tape.Types, func(n uint64) uintptr {
		if n > uint64(len(x.places)) {
			return 0
		}
		return numberOf(x.places[n-1])
	})
	if err != nil {
		return nil
	}
	return t
}

// most is the size of a picture in memory, at most.
const most = 1 << 30
