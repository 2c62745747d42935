// Package student looks for the end only when an acknowledgement comes.
package student

// Recorder takes a branch's part of snapshots.
type Recorder struct {
	branch Branch
	parts  map[int]*part // by snapshot
}

// part is what is known of a snapshot.
type part struct {
	balance, underWay int
	marked            map[int]bool // channels whose marker has come
}

// NewRecorder makes the recorder of a branch.
func NewRecorder(b Branch) *Recorder { return &Recorder{branch: b, parts: map[int]*part{}} }

// Begin is called at the branch at which a snapshot begins.
func (r *Recorder) Begin(snapshot int) { r.part(snapshot) }

// part returns the part of a snapshot, which is begun if it is heard of for the first time.
func (r *Recorder) part(snapshot int) *part {
	if p := r.parts[snapshot]; p != nil {
		return p
	}
	p := &part{balance: r.branch.Balance(), marked: map[int]bool{}}
	r.parts[snapshot] = p
	for i := range r.branch.Branches {
		if i != r.branch.Number {
			r.branch.Mark(i, snapshot)
		}
	}
	return p
}

// Marker is called when a marker of a snapshot has come.
func (r *Recorder) Marker(from, snapshot int) {
	p := r.part(snapshot)
	p.marked[from] = true
	if len(p.marked) == r.branch.Branches-1 {
		r.branch.Report(snapshot, p.balance, p.underWay)
	}
}

// Paid is called when money has come.
func (r *Recorder) Paid(from, amount int) {
	for _, p := range r.parts {
		if !p.marked[from] {
			p.underWay += amount
		}
	}
}
