package look

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"machsim/debugger"
	"machsim/debugger/event/text"
	"machsim/debugger/face/repl/answer"
	"machsim/debugger/face/repl/input"
)

// How many bytes of memory are shown: if nothing is said, and at most.
const (
	usualMemory = 64
	mostMemory  = 4096
)

// Memory shows what a task's memory holds: ADDRESS [LENGTH].
func Memory(a *answer.Answer, words []string) error {
	n, args := usualMemory, a.Args
	if len(words) > 1 {
		if k, err := strconv.Atoi(words[len(words)-1]); err == nil {
			n, args = k, args[:len(args)-1]
		}
	}
	if n < 1 || n > mostMemory {
		return fmt.Errorf("memory shows 1 to %d bytes, not %d", mostMemory, n)
	}
	m, err := a.D.Memory(a.Ctx, debugger.Scope{}, input.Spoken(args), n)
	if err != nil {
		return answer.Known(err)
	}
	for i := 0; i < len(m.Data); i += 16 {
		a.Printf("%s\n", memoryLine(m.Address+uint64(i), m.Data[i:min(i+16, len(m.Data))]))
	}
	if len(m.Data) < n {
		a.Printf("the memory of %s ends there\n", m.Task)
	}
	return nil
}

// memoryLine is up to 16 bytes as numbers, and as text.
func memoryLine(at uint64, data []byte) string {
	chars := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '.'
		}
		return r
	}, latin1(data))
	numbers := hex.EncodeToString(data)
	var b strings.Builder
	for i := 0; i < len(numbers); i += 2 {
		if b.WriteString(numbers[i : i+2]); i%16 == 14 {
			b.WriteByte(' ')
		}
		b.WriteByte(' ')
	}
	return fmt.Sprintf("0x%06x  %-50s %s", at, b.String(), chars)
}

// latin1 has one rune for each byte.
func latin1(data []byte) string {
	all := text.Each(data, func(c byte) rune { return rune(c) })
	return string(all)
}
