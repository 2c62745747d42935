// Package view turns a kernel.State into rows that speak of objects by their names
// only, and tells two states apart in words:
//
//	thread    table.hume          about to: mutex_lock fork3 -> mutex_lock fork4
//	mutex     fork3               owner: none -> table.hume
//
// A State is numbered by the history that led to it: the same logical state has other
// port, message and packet ids in another schedule. In a [View] these numbers do not
// occur. What is in it depends on the objects' virtual names (who made each, and its
// number among what that thread made), on what programs see, names in the tasks' name
// spaces included, and on nothing else. So equal Views mean states that no program can
// tell apart, free lists aside, and [Hash] is their fingerprint.
//
// # What is left out
//
// The running hash, the number of steps and the event numbers that lines, messages and
// failures carry; all ids; free lists and the generations of free slots; what is said
// twice in a State for speed. The test's list has each such field with its reason. Time
// is in, in fields of its own: [View.Timeless] drops it.
//
// # How it works
//
// names gives every record a path, which is its identity, and a name to show. writer
// visits the records in the order of their paths and writes rows to a sink: one sink
// makes a View of them, another a hash, so that both follow the same rules.
//
// Few ports have no path of their own: dead ones that were the reply port, or proxy, of
// the same object. They are told apart by the order in which the other rows mention
// them, which are written first; those that no row mentions, by what they hold. See
// portNames.
//
// [Diff] compares two Views object by object, and [Print] writes what it finds for people.
// A text that mentions an object has its name, to be shown, and its path, to be compared
// (ref.go): an object that gets another name makes one Change.
package view
