// Package look has the commands of the prompt that only look: each asks the Debugger for rows, and writes them into an
// [answer.Answer].
//
// A command takes the words that its row in the table of commands allows. It may be asked at any position, and changes
// none: neither position nor focus, forks, breakpoints or notes (TestLooks in package repl). All that is left of it is
// which rows the words goto row and next row are about. An error says what to type instead.
package look
