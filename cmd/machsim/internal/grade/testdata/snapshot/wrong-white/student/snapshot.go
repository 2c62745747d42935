// Package student counts jobs, and does not see who has got one behind the token.
package student

// Recorder takes a branch's part of snapshots.
type Recorder struct {
	branch Branch
	came   []int // over each channel, up to now
	parts  []*part
}

// part is what is known of a snapshot.
type part struct {
	snapshot, balance int
	came              []int // over each channel, up to the snapshot
	underWay, waits   int   // what came after that, and the channels on which more may come
}

// NewRecorder makes the recorder of a branch.
func NewRecorder(b Branch) *Recorder { return &Recorder{branch: b, came: make([]int, b.Branches)} }

// Begin is called at the branch at which a snapshot begins.
func (r *Recorder) Begin(snapshot int) { r.take(snapshot) }

func (r *Recorder) take(snapshot int) *part {
	p := &part{snapshot: snapshot, balance: r.branch.Balance(), came: append([]int(nil), r.came...),
		waits: r.branch.Branches - 1}
	r.parts = append(r.parts, p)
	for step := 1; step < r.branch.Branches; step++ {
		r.branch.Mark((r.branch.Number+step)%r.branch.Branches, snapshot)
	}
	return p
}

// Marker is called when a marker of a snapshot has come.
func (r *Recorder) Marker(from, snapshot int) {
	var p *part
	for _, q := range r.parts {
		if q.snapshot == snapshot {
			p = q
		}
	}
	if p == nil {
		p = r.take(snapshot)
	}
	p.underWay += r.came[from] - p.came[from]
	if p.waits--; p.waits == 0 {
		r.branch.Report(snapshot, p.balance, p.underWay)
	}
}

// Paid is called when money has come.
func (r *Recorder) Paid(from, amount int) { r.came[from] += amount }
