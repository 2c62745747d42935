// Package student is what you write and hand in.
package student

// Recorder takes a branch's part of snapshots.
type Recorder struct {
	branch Branch
}

// NewRecorder makes the recorder of a branch.
func NewRecorder(b Branch) *Recorder { return &Recorder{branch: b} }

// Begin is called at the branch at which a snapshot begins.
func (r *Recorder) Begin(snapshot int) {
	// Your code.
}

// Marker is called when a marker of a snapshot has come from another branch.
func (r *Recorder) Marker(from, snapshot int) {
	// Your code.
}

// Paid is called when money has come from another branch. It is in the balance already.
func (r *Recorder) Paid(from, amount int) {
	// Your code.
}
