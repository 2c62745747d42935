package student

// Branch is what a Recorder is told of its branch, and what it can do there. Branches have the numbers 0, 1, 2 ...
type Branch struct {
	Number, Branches int
	Balance          func() int                            // the money that is here now
	Mark             func(to, snapshot int)                // sends a marker of a snapshot to another branch
	Report           func(snapshot, balance, underWay int) // this branch's part of a snapshot: once for each
}

// Control is a message from Detector to Detector. What its fields mean is yours.
type Control struct{ Kind, Count, Colour int }

// Worker is what a Detector is told of its worker, and what it can do there. Workers have the numbers 0, 1, 2 ...
type Worker struct {
	Number, Workers int
	Send            func(to int, c Control) // sends a control message to another worker
	Announce        func()                  // says that all work is done: once, by one of the workers
}
