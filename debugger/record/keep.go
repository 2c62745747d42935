package record

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Keep bounds how much of a run its recording has: the last part of it, for which every bound that is not 0 holds. The
// zero Keep is the whole run. (Krawczuk 2.1.1: when the store is full, the oldest history goes.)
type Keep struct {
	Bytes  uint64        // of its files, which have an eighth more at most while the run goes on
	Time   time.Duration // of virtual time
	Events uint64
}

// keepParts is in how many parts what is kept is divided: the oldest of them goes.
const keepParts = 8

// LeastKept is the least number of bytes to which a recording can be bounded.
const LeastKept = 256 << 10

// All says whether nothing is ever dropped.
func (k Keep) All() bool { return k == Keep{} }

// String returns the bounds as they are given to --keep.
func (k Keep) String() string {
	var all []string
	if k.Bytes > 0 {
		all = append(all, keptBytes(k.Bytes))
	}
	if k.Time > 0 {
		all = append(all, k.Time.String())
	}
	if k.Events > 0 {
		all = append(all, fmt.Sprintf("%devents", k.Events))
	}
	return strings.Join(all, ",")
}

func keptBytes(n uint64) string {
	for i, unit := range []string{"GB", "MB", "KB"} {
		if size := uint64(1) << (30 - 10*i); n%size == 0 {
			return fmt.Sprint(n/size, unit)
		}
	}
	return fmt.Sprint(n, "B")
}

// least returns the bounds for which both hold.
func (k Keep) least(o Keep) Keep {
	return Keep{lesser(k.Bytes, o.Bytes), lesser(k.Time, o.Time), lesser(k.Events, o.Events)}
}

// lesser returns the lesser one of two bounds; 0 is none.
func lesser[T uint64 | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// append appends the bounds if there are any.
func (k Keep) append(b []byte) []byte {
	if k.All() {
		return b
	}
	for _, v := range [...]uint64{k.Bytes, uint64(k.Time), k.Events} {
		b = binary.AppendUvarint(b, v)
	}
	return b
}

// readKeep reads what append has written.
func readKeep(r *reader, flags uint64) (k Keep) {
	if flags&flagKeep == 0 {
		return k
	}
	k = Keep{r.uvarint(), time.Duration(r.uvarint()), r.uvarint()}
	if k.All() || k.Time < 0 {
		r.fail()
	}
	return k
}

// ParseKeep reads bounds as they are given to --keep, with commas between: sizes such as 64MB, virtual times such as
// 10m, numbers of events such as 1000000events. The strictest of each sort counts.
func ParseKeep(text string) (k Keep, err error) {
	for word := range strings.SplitSeq(text, ",") {
		one, err := parseBound(strings.TrimSpace(word))
		if err != nil {
			return Keep{}, err
		}
		k = k.least(one)
	}
	return k, nil
}

// keepUnits are the units of sizes, and of events.
var keepUnits = []struct {
	name string
	size uint64
}{{"events", 0}, {"event", 0}, {"KB", 1 << 10}, {"MB", 1 << 20}, {"GB", 1 << 30}, {"B", 1}}

// parseBound reads one bound.
func parseBound(word string) (Keep, error) {
	for _, u := range keepUnits {
		digits, found := strings.CutSuffix(word, u.name)
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 64)
		switch {
		case !found || err != nil:
		case n == 0:
			return Keep{}, fmt.Errorf("%s is nothing", word)
		case u.size == 0:
			return Keep{Events: n}, nil
		case n > maxEvents/u.size || n*u.size < LeastKept:
			return Keep{}, fmt.Errorf("%s is not from %s on", word, keptBytes(LeastKept))
		default:
			return Keep{Bytes: n * u.size}, nil
		}
	}
	if t, err := time.ParseDuration(word); err == nil && t >= time.Millisecond {
		return Keep{Time: t}, nil
	}
	return Keep{}, fmt.Errorf("%q is neither a size such as 64MB, nor a time such as 10m, nor a number of events such as "+
		"1000000events", word)
}
