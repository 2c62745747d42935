package kernel

import (
	"math"
	"strconv"
	"strings"
)

// Duration is a length of virtual time, in microseconds. It is written as one of package time is:
//
//	th.Sleep(20 * kernel.Millisecond)
//
// Mach counts time-outs in whole milliseconds. A Duration that is none is rounded up, so nothing
// ends too early.
type Duration int64

// Units of virtual time.
const (
	Microsecond Duration = 1
	Millisecond          = 1000 * Microsecond
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

// Forever is the longest Duration: some 290,000 years.
const Forever Duration = math.MaxInt64

// Microseconds returns d as a number.
func (d Duration) Microseconds() int64 { return int64(d) }

// Seconds returns d as a number of seconds, with its fraction.
func (d Duration) Seconds() float64 { return float64(d) / float64(Second) }

// String writes d in the greatest unit of which it is at least one: "20ms", "1.5s".
func (d Duration) String() string {
	unit, name := Microsecond, "µs"
	switch {
	case d == 0:
		return "0s"
	case d >= Second || d <= -Second:
		unit, name = Second, "s"
	case d >= Millisecond || d <= -Millisecond:
		unit, name = Millisecond, "ms"
	}
	text := strconv.FormatInt(int64(d/unit), 10)
	if rest := d % unit; rest != 0 {
		digits := strconv.FormatInt(int64(unit+max(rest, -rest)), 10)[1:]
		text += "." + strings.TrimRight(digits, "0")
	}
	return text + name
}

// milliseconds is d as the calls of Mach have times. It rounds away from 0.
func (d Duration) milliseconds() int {
	n := d / Millisecond
	switch rest := d % Millisecond; {
	case rest > 0:
		n++
	case rest < 0:
		n--
	}
	return int(n)
}
