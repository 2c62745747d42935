// Package runner runs programs for the tool: it watches over a run from outside,
// tries many seeds, and compares two runs of one.
//
// Do makes one run. A run can go wrong in ways that the machine itself cannot see:
// program code that never makes another kernel call, a broken invariant of the
// kernel, a user who is tired of waiting. These end in the Run as well, so that Do
// always returns.
//
// All that differs from a Machine's own Run is on this side: goroutines, clocks and
// signals are here, never in the kernel.
package runner
