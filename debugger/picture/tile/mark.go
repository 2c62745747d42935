package tile

import (
	"math/bits"
	"strings"
)

// Mark is what a pixel of a row shows: six bits. The upper three are the class of the most important event there,
// the lower three how many there are (Density); if that is 0, the upper ones say how the thread lives there.
type Mark uint8

// life is how a thread lives where it has no event.
type life uint8

const (
	absent life = iota // it is not there yet, or has ended
	waits              // it waits
	runs               // it goes on
)

// MaxDensity is the greatest density: 64 events and more.
const MaxDensity = 7

// density returns the density of a number of events: its length in binary digits, at most MaxDensity.
func density(n int) int { return min(bits.Len(uint(n)), MaxDensity) }

// markOf returns the mark of n events, or of none.
func markOf(n int, c Class, l life) Mark {
	if n == 0 {
		return Mark(l << 3)
	}
	return Mark(int(c)<<3 | density(n))
}

const (
	alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	digits   = "!#$%()*+,./:;=?@"
)

// Pack writes marks as text: a letter for each; for equal ones in a row one letter and, in base 16, how many more
// there are.
func Pack(marks []Mark) string {
	var b strings.Builder
	for i := 0; i < len(marks); {
		n := i + 1
		for n < len(marks) && marks[n] == marks[i] {
			n++
		}
		b.WriteByte(alphabet[marks[i]])
		number(&b, n-i-1)
		i = n
	}
	return b.String()
}

// number writes a number in base 16; nothing for 0.
func number(b *strings.Builder, n int) {
	if n > 0 {
		number(b, n/16)
		b.WriteByte(digits[n%16])
	}
}
