// Package report says how a run went, in a few words: a verdict, and what a
// person needs to see why. A Report is plain data; Print writes it as text,
// and other faces may write it otherwise.
package report
