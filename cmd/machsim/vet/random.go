package vet

var randomRule = Rule{
	Name:   "random",
	Finds:  "the functions of `math/rand` and `math/rand/v2` that nobody seeds, `crypto/rand`, `hash/maphash`",
	Use:    "`th.Random`, which a recording repeats and a search can choose",
	search: randoms.search("is chance that is not recorded"),
}

const useRandom = "th.Random(n), a number from 0 to n-1"

// Generators that the program seeds are not chance, and are left alone.
var randoms = library{
	"math/rand": both(useRandom, "Int Int31 Int31n Int63 Int63n Intn Uint32 Uint64 Float32 Float64 NormFloat64 "+
		"ExpFloat64 Perm Read Seed Shuffle"),
	"math/rand/v2": both(useRandom, "Int Int32 Int32N Int64 Int64N IntN N Uint Uint32 Uint32N Uint64 Uint64N UintN "+
		"Float32 Float64 NormFloat64 ExpFloat64 Perm Shuffle"),
	"crypto/rand":  {"*": useRandom},
	"hash/maphash": {"*": "hash/fnv, which has no random seed"},
}
