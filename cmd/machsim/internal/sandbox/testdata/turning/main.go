// Command turning is a guest that has goroutines, garbage and more and more memory. In each turn it takes a line into
// all that, and writes a sum.
package main

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"strings"

	"machsim/cmd/machsim/internal/turn"
)

//go:wasmexport machsim_begin
func begin() (over bool) { return turn.Begin(main) }

//go:wasmexport machsim_next
func next(anew bool) (over bool) { return turn.Next(anew) }

func main() {
	lines := bufio.NewReader(turn.Input{Reader: os.Stdin})
	var asked [5]chan string // each line goes to all, so the sum is the same whoever comes first
	answers := make(chan uint64)
	for i := range asked {
		asked[i] = make(chan string)
		go adds(i, asked[i], answers)
	}
	var kept []string
	for n := 0; ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		kept = append(kept, strings.Repeat(line, 200))
		if n%7 == 6 {
			kept = kept[len(kept)/2:]
			runtime.GC()
		}
		sum := uint64(len(kept))
		for _, c := range asked {
			c <- line
		}
		for range asked {
			sum += <-answers
		}
		fmt.Println(n, sum)
	}
}

// adds adds lines to a map, deep in a stack of its own.
func adds(own int, asked <-chan string, answers chan<- uint64) {
	counts := map[string]uint64{}
	var deep func(depth int, line string) uint64
	deep = func(depth int, line string) uint64 {
		if depth == 0 {
			counts[line]++
			return counts[line]
		}
		return deep(depth-1, line) + 1
	}
	for line := range asked {
		h := fnv.New64a()
		fmt.Fprint(h, own, line, deep(len(counts)*10%1000, line), len(counts))
		answers <- h.Sum64() >> 8
	}
}
