// Package note has the sources of random programs. It has no hooks.
package note

// Src is the k-th source.
func Src(k int) int { return k * 7 % 97 }
