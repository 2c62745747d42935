// Package contrast says what the failing runs of a program have that its good runs have not.
//
//	result, err := contrast.Compare(contrast.Seeds(options, 1000, nil))
//	for _, c := range result.Classes {
//		fmt.Println(c.Verdict, c.Tells[0].Text, c.Tells[0].Failing, c.Tells[0].Good, c.Tells[0].Corrected)
//	}
//
// A run is a set of features, each a sentence that is true of the run or not: an order of two events, an event of
// somebody else between two of one thread, mutexes that are held at the same time, a message that was lost or a call
// that timed out, a value that was sent. Events have the same names in every schedule: the names of the thread and the
// object, and which one of its kind it is ([feature.go] has the kinds of features).
//
// Failing runs fall into classes, by the verdict and the text of the failed check, in which numbers do not count. For
// each class, Fisher's exact test says how likely it is that a feature is as unevenly spread over failing and good runs
// by chance. Features of the same runs are one hypothesis. Those that occur too rarely, or too often, to be significant
// whatever runs they are in are not tested (Tarone 1990), and the p-values of the others are corrected for their number
// (Holm 1979). So "nothing tells them apart" is an answer.
//
// All runs are made twice. The first time a table of fixed size counts features by their hashes; the second time exact
// counts are kept of those that have occurred often enough. The result does not depend on how many runs go on at a
// time, since counts do not depend on their order.
package contrast
