// Command guest runs every sample program under a few seeds and prints how each run
// ended. The tests build it for WebAssembly, too, and compare.
package main

import (
	"fmt"

	"machsim/kernel"
	"machsim/programs"
)

func main() {
	for _, p := range programs.All {
		for seed := uint64(1); seed <= 3; seed++ {
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
