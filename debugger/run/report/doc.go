// Package report describes how a run went: a verdict of a word or two, and the facts
// that show a person why. A Report is plain data; Print writes it as text.
package report
