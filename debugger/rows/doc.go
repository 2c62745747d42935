// Package rows has the rows of the tables that a debugger shows of a run at a position, and makes them.
//
// What there is is a function of a state: tasks, ports, messages ([Tasks], [Ports], ...), and the names by which people
// find them ([Named], [Find]). How threads stand, what keeps each from going on and why, depends also on what comes in
// the recorded run beyond the position: [Places] asks a [Position] for it. [Records] asks a [Past] what has happened.
package rows
