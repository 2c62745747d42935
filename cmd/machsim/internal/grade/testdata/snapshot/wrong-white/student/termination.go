package student

// Detector is Safra's: a token goes round by idle workers, and adds up the jobs sent less those received.
type Detector struct {
	worker  Worker
	balance int // jobs sent, less those received
	black   bool
	idle    bool
	held    *Control
	out     bool // the token is under way, or all is over
}

const white, blackened = 0, 1

// NewDetector makes the detector of a worker.
func NewDetector(w Worker) *Detector { return &Detector{worker: w, idle: w.Number != 0} }

// Sent is called before this worker sends a job.
func (d *Detector) Sent(to int) int {
	d.balance++
	return 0
}

// Received is called when a job has come.
func (d *Detector) Received(from, with int) {
	d.balance--
	d.idle = false
}

// Idle is called when the worker has done a job.
func (d *Detector) Idle() {
	d.idle = true
	if d.worker.Number == 0 && !d.out {
		d.probe()
	} else if d.held != nil {
		d.pass(*d.held)
	}
}

// probe sends the token round.
func (d *Detector) probe() {
	d.out, d.black = true, false
	d.worker.Send(d.worker.Workers-1, Control{})
}

// Control is called when the token has come.
func (d *Detector) Control(from int, c Control) { d.pass(c) }

// pass passes the token on, once the worker is idle.
func (d *Detector) pass(c Control) {
	d.held = &c
	if !d.idle {
		return
	}
	d.held = nil
	dark := d.black || c.Colour == blackened
	switch {
	case d.worker.Number > 0:
		if dark {
			c.Colour = blackened
		}
		d.black = false
		d.worker.Send(d.worker.Number-1, Control{Count: c.Count + d.balance, Colour: c.Colour})
	case dark || c.Count+d.balance != 0:
		d.probe()
	default:
		d.worker.Announce()
	}
}
