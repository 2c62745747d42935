package record

// Causes lists, in lines of text, what makes a program not deterministic.
const Causes = `what makes a program so: ranging over a map, the time of day, math/rand and other
sources of chance (use th.Random and th.Clock), goroutines and channels of its own,
variables that outlive a run or that its tasks share, files`
