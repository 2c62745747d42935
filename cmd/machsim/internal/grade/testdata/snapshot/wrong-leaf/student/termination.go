package student

// Detector is that of Dijkstra and Scholten: each job is acknowledged, but the one that woke a worker only when the
// worker is idle and all its own jobs are acknowledged.
type Detector struct {
	worker Worker
	parent int // -1: it is not part of the tree
	open   int // own jobs that are not acknowledged
	idle   bool
}

// NewDetector makes the detector of a worker.
func NewDetector(w Worker) *Detector {
	d := &Detector{worker: w, parent: -1}
	if w.Number == 0 {
		d.parent = 0
	}
	return d
}

// Sent is called before this worker sends a job.
func (d *Detector) Sent(to int) int {
	d.open++
	return 0
}

// Received is called when a job has come.
func (d *Detector) Received(from, with int) {
	d.idle = false
	if d.parent < 0 {
		d.parent = from
		return
	}
	d.worker.Send(from, Control{})
}

// Idle is called when the worker has done a job.
func (d *Detector) Idle() {
	d.idle = true
	if d.worker.Number > 0 {
		d.leave()
	}
}

// Control is called when an acknowledgement has come.
func (d *Detector) Control(from int, c Control) {
	d.open--
	d.leave()
}

// leave leaves the tree, if there is nothing to wait for.
func (d *Detector) leave() {
	if !d.idle || d.open > 0 || d.parent < 0 {
		return
	}
	parent := d.parent
	d.parent = -1
	if d.worker.Number == 0 {
		d.worker.Announce()
		return
	}
	d.worker.Send(parent, Control{})
}
