// Command guest runs every sample program under a number of seeds, which is its argument, and prints how each run
// ended. The tests build it for WebAssembly, too, and compare.
package main

import (
	"fmt"
	"os"
	"strconv"

	"machsim/kernel"
	"machsim/programs"
)

func main() {
	seeds, err := strconv.ParseUint(os.Args[1], 10, 64)
	if err != nil {
		panic(err)
	}
	for _, p := range programs.All {
		for seed := uint64(1); seed <= seeds; seed++ {
			m, err := kernel.New(p, kernel.Config{Seed: seed})
			if err != nil {
				fmt.Println(p.Name, seed, err)
				continue
			}
			end := m.Run()
			fmt.Println(p.Name, seed, end, m.World().Steps, m.World().Hash)
			m.Close()
		}
	}
}
