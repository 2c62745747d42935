// Package lang is the one language in which people speak of a run: predicates, value expressions, places
// and positions. It has one lexer, one parser, one tree and a printer; what the names in a text stand for,
// others find out (package predicate, breakpoint, debugger), and what values come to, package eval.
//
//	n, err := lang.Parse("kant.holding == 2 && !busy and label eat by hume")  // a predicate
//	n, err := lang.ParseExpression("balance[0] + balance[1] > 100")           // a value, of several threads perhaps
//	n, err := lang.ParseValue("a.next.balance > int(of) << 2")                // one in which all names are Go's
//	s, err := lang.ParsePlace("receive by bank if balance[0] > 80 count 3")   // a breakpoint
//
// There are two levels in one grammar (docs/PREDICATES.md has it, as a table). Value expressions are Go's:
// all operators, fields, indexes, slices, calls and conversions; = is accepted for ==, and ~ is contains.
// Predicates join them, and places, by the words and, or, not, and by -> and ||, which ask for the order
// of events. So || has two meanings: between values within a condition on one position it is or; where
// both could be meant it is refused.
//
// What [Node.String] and [Place.String] print is read as the same tree. A text that cannot be read is a
// [*Mistake], which says where, and what to type instead. Parts can stand in each other up to a limit, so
// every text is read in bounded time.
package lang
