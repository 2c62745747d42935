// Package cache keeps what was derived from recordings, so that it need not be derived again: data under names, in
// files of a directory that belongs to the user and that nobody else can write to. Another one is not used, for the
// data is believed as the executable is. A file that was damaged is not used either: a checksum stands at its end.
//
// The directory is a cache: what was used last is kept, as far as there is room, and all of it may be deleted at any
// time.
package cache
