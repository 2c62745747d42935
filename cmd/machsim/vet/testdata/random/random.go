package random

import (
	crypto "crypto/rand"
	"hash/maphash"
	"math/rand"
	v2 "math/rand/v2"

	"machsim/kernel"
)

func body(th *kernel.Thread) {
	n := rand.Intn(6)                          // want `random: rand.Intn is chance that is not recorded; use th.Random\(n\)`
	n += v2.IntN(6)                            // want `random: rand.IntN `
	n += rand.Perm(3)[0]                       // want `random: rand.Perm `
	rand.Shuffle(n, func(i, j int) {})         // want `random: rand.Shuffle `
	_, _ = crypto.Read(nil)                    // want `random: rand.Read `
	_ = maphash.String(maphash.MakeSeed(), "") // want `random: maphash.String .*; use hash/fnv` `random: maphash.MakeSeed `
	n += th.Random(6)
	seeded := v2.New(v2.NewPCG(uint64(n), 1))
	n += seeded.IntN(6)
	n += rand.New(rand.NewSource(1)).Intn(6)
	apply(rand.Intn) // want `random: rand.Intn `
	th.Printf("%d", n)
}

func apply(func(int) int) {}

func pickSeed() uint64 { return v2.Uint64() }
