package grade

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"machsim/cmd/machsim/vet"
	"machsim/test/lab/verdict"
)

// Grade is what a submission gets.
type Grade struct {
	Submission string   `json:"submission"` // its name, as it was given
	Lab        string   `json:"lab"`
	Student    string   `json:"student,omitempty"` // whose run a debugging lab has asked about
	Sum        string   `json:"sum"`               // of the files that were judged
	Score      int      `json:"score"`
	Max        int      `json:"max"`
	Refused    string   `json:"refused,omitempty"` // why it was not judged
	Remarks    []string `json:"remarks,omitempty"`
	Parts      []Part   `json:"parts"`
}

// Part is what came of a part.
type Part struct {
	verdict.About
	Score int `json:"score"`
	verdict.Verdict
}

// Judge grades a submission. The error is of the machine or of the lab: then nothing is known of the submission.
func (w *Workshop) Judge(name string) (*Grade, error) {
	h, err := w.read(name)
	return w.judged(name, h, err)
}

// judged grades what was read of a submission, or not read.
func (w *Workshop) judged(name string, h *Handed, err error) (*Grade, error) {
	g := &Grade{Submission: name, Lab: w.Lab.Name}
	if err == nil {
		err = w.judge(h, g)
	}
	var refused *Refused
	if errors.As(err, &refused) {
		g.Refused, err = plain(refused.Why), nil
		for _, p := range w.Parts {
			g.Parts = append(g.Parts, Part{About: p, Verdict: verdict.Verdict{Wrong: "not judged"}})
		}
	}
	for _, p := range g.Parts {
		g.Score, g.Max = g.Score+p.Score, g.Max+p.Points
	}
	return g, err
}

func (w *Workshop) judge(handed *Handed, g *Grade) error {
	g.Remarks, g.Sum = handed.Remarks, sumOf(handed.Files)
	if w.Lab.Debugging() {
		return w.answer(handed, g)
	}
	if err := w.accept(handed.Files); err != nil {
		return err
	}
	dir, done, err := w.write(handed.Files)
	if err != nil {
		return err
	}
	defer done()
	if err := w.vet(dir); err != nil {
		return w.blamed(err)
	}
	exe, err := w.build(dir)
	if err != nil {
		return w.blamed(err)
	}
	ended := 0
	for _, about := range w.Parts {
		if ended == mostEnded {
			g.Parts = append(g.Parts, Part{About: about, Verdict: verdict.Verdict{Wrong: unjudged}})
			continue
		}
		p, err := w.part(exe, about)
		if p.Wrong == verdict.TooMuch {
			ended++
		}
		if err != nil {
			return err
		}
		g.Parts = append(g.Parts, p)
	}
	return nil
}

// blamed is an error of the go tool: of the submission, unless the lab's own skeleton does not build either now. Then
// it is the machine's, such as a full disk, and says nothing of the submission.
func (w *Workshop) blamed(err error) error {
	var refused *Refused
	if !errors.As(err, &refused) || !strings.HasPrefix(refused.Why, unbuilt) {
		return err
	}
	dir, done, wrong := w.write(w.skeleton())
	if wrong == nil {
		defer done()
		_, wrong = w.build(dir)
	}
	if wrong != nil {
		return fmt.Errorf("nothing can be built on this machine now: %s", wrong.Error()) // no Refused
	}
	return err
}

// unbuilt is how the reason begins if the go tool cannot build a submission.
const unbuilt = "it does not build"

// refusedBuild refuses what does not build. The go tool has said why.
func refusedBuild(said string) error { return refuse(unbuilt+": %s", line(cut(unheaded(said), 300))) }

// After so many parts that a limit has ended the others are not judged: each would take as long.
const (
	mostEnded = 2
	unjudged  = "not judged: two parts were ended before it"
)

// accept refuses what is outside of the subset.
func (w *Workshop) accept(files map[string][]byte) error {
	all := w.Lab.Own()
	maps.Copy(all, files)
	s, err := parse(all, w.Lab.Allowed)
	if err != nil {
		return err
	}
	return s.check("student", w.Lab.Allowed, w)
}

// unfair are the rules of vet that a submission must keep: what breaks them is not the same in each run.
var unfair = []string{"maporder", "shared", "thread"}

// vet refuses what makes a program differ from run to run.
func (w *Workshop) vet(dir string) error {
	found, err := vet.Check(dir, []string{"./student"}, "-mod=readonly", "-trimpath")
	var broken vet.Unbuilt
	switch {
	case errors.As(err, &broken):
		return refusedBuild(string(broken))
	case err != nil:
		return err
	}
	for _, f := range found {
		if slices.Contains(unfair, f.Rule) {
			return refuse("%s", line(f.String()))
		}
	}
	return nil
}

// part judges a part in a process of its own.
func (w *Workshop) part(exe string, about verdict.About) (Part, error) {
	p := Part{About: about}
	a, err := w.ask(exe, about.Name)
	switch {
	case errors.Is(err, errDied):
		p.Wrong = err.Error()
		return p, nil
	case err != nil:
		return p, err
	case a.Verdict == nil:
		p.Wrong = verdict.TooMuch
		return p, nil
	case a.Verdict.Mistake != "":
		p.Wrong = "the lab itself cannot judge this: " + line(a.Verdict.Mistake)
		return p, nil
	}
	switch p.Verdict = *a.Verdict; {
	case p.Passed:
		p.Score = p.Points
	case p.Of > 0:
		p.Score = p.Points * p.Got / p.Of
	}
	p.Wrong, p.Text, p.Thread, p.Line = line(p.Wrong), plain(p.Text), line(p.Thread), line(p.Line)
	for i, what := range p.Undecided {
		p.Undecided[i] = line(what)
	}
	return p, nil
}

// SumOf tells texts apart, in a word that can be a file's name.
func SumOf(text string) string { return sumOf(map[string][]byte{text: nil}) }

// sumOf tells what was handed in apart.
func sumOf(files map[string][]byte) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%q %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}
