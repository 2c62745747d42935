// Package encode writes plain data as bytes, and reads it back without looking at each value: structs, slices, arrays,
// maps, strings, numbers, and pointers, which may lead to one thing from several places. Unexported fields are written
// like others. Slices of what has no pointers stand in the bytes as they stand in memory, and are not copied when they
// are read.
//
// So what is read belongs to the executable that has written it, and to no other. It must come from whoever may as well
// change that executable: a length is checked, but not whether the values make sense.
//
// Numbers of type uintptr are addresses of code. They are written as distances from a function, for the system may load
// an executable at another address each time.
package encode
