// Package input takes apart what a person types: a line into words with and without their quotes, a breakpoint's words
// into its language, and words of other debuggers into those of this one.
//
// A line is [Split] once, and nothing in it is lost: a command that wants the text of an expression has it as it was
// typed ([Spoken]). Errors say what to type instead. Nothing here knows a run or the table of commands.
package input
