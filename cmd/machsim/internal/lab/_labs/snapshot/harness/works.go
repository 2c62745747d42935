package harness

import (
	"lab/student"

	"machsim/kernel"
)

// Works has workers that give each other jobs, and a manager who waits for the end of all.
var Works = kernel.Program{
	Name: "works",
	Doc:  "workers that give each other jobs, with the detector of the lab in each",
	Params: append([]kernel.Param{
		{Name: "workers", Default: "3", Doc: "how many there are"},
		{Name: "deep", Default: "3", Doc: "a job makes others, which make others, so often"},
	}, params...),
	Main: func(b *kernel.Boot) {
		p := &plant{deep: b.IntIn("deep", 0, 5), turns: b.IntIn("turns", 0, 50)}
		newNet(b, b.IntIn("workers", 2, 9), "worker", "manager", p.worker, p.manage)
	},
}

// plant is what all are told.
type plant struct{ deep, turns int }

// Messages between workers, and with the manager.
type (
	job      struct{ From, Deep, With int }
	control  struct{ From, Kind, Count, Colour int }
	over     struct{}
	goneHome struct{}
)

// worker does jobs.
type worker struct {
	*member
	*plant
	open     int // jobs that it has sent, less those that it has done
	over     int // 1: it has said that all work is done
	detector *student.Detector
}

func (p *plant) worker(m *member) {
	w := &worker{member: m, plant: p}
	m.th.Watch("open", &w.open)
	m.th.Watch("over", &w.over)
	w.detector = student.NewDetector(student.Worker{Number: m.number, Workers: m.members,
		Send: func(to int, c student.Control) {
			sends(m, m.other(to), control{m.number, c.Kind, c.Count, c.Colour})
		},
		Announce: w.announce,
	})
	if m.number == 0 {
		w.open++
		w.do(p.deep)
	}
	for w.take(kernel.Must(kernel.Receive[any](m.th, m.all, job{}, control{}, goneHome{}))) {
	}
}

// take takes a message; false: it was the last.
func (w *worker) take(m *kernel.Received[any]) bool {
	switch r := m.Body.(type) {
	case job:
		w.detector.Received(r.From, r.With)
		w.do(r.Deep)
	case control:
		w.detector.Control(r.From, student.Control{Kind: r.Kind, Count: r.Count, Colour: r.Colour})
	case goneHome:
		return false
	}
	return true
}

// do does a job, which makes up to two others.
func (w *worker) do(deep int) {
	if w.turns > 0 {
		for range w.th.Random(w.turns) {
			w.th.Yield()
		}
	}
	if deep > 0 {
		w.make(w.th.Random(3), deep-1)
	}
	w.open--
	w.detector.Idle()
}

// make makes jobs for others.
func (w *worker) make(jobs, deep int) {
	for range jobs {
		to := w.any()
		w.open++
		sends(w.member, to, job{w.number, deep, w.detector.Sent(to)})
		if w.number > 0 {
			w.th.Reach("a job makes another one")
		}
	}
}

// announce says that all work is done.
func (w *worker) announce() {
	w.over++
	w.th.Check(w.over == 1, "worker %d says twice that all work is done", w.number)
	w.th.Label("over")
	sends(w.member, w.hearer(), over{})
}

// manage waits until somebody says that all work is done, and sends everybody home.
func (p *plant) manage(m *member) {
	_, err := kernel.ReceiveTimeout[over](m.th, m.all, patience)
	m.th.Check(err == nil, "nobody has a job any more, and nobody says that all work is done")
	for i := range m.members {
		sends(m, i, goneHome{})
	}
}
