// Package term writes to what a command's output leads to: a terminal, which has a width and may have
// colours, or a file or a pipe, which have neither. It shows a run as it goes (Screen), the progress of
// long work (Bar, Counter), remembers output that was lost (Output), and reads lines with completion and a history
// (Lines).
//
// Every function takes any stream. One that is no terminal has a width of 0, no colours, and no progress.
package term
