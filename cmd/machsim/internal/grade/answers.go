package grade

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/question"
	"machsim/test/lab/verdict"
)

// Given is the key of a grader that has none: the run of a debugging lab is the one that lies in the student's
// directory, whoever that is.
const Given = ""

// openAnswers makes a workshop of a debugging lab, in which nothing is built.
func openAnswers(l *lab.Lab, key string) (*Workshop, error) {
	return &Workshop{Lab: l, Parts: question.Parts(l), key: key}, question.Sound(l)
}

// read reads a submission. Of a debugging lab it has to be of somebody whom the run can be made for.
func (w *Workshop) read(name string) (*Handed, error) {
	h, err := Read(name, w.Lab.Files, w.Lab.Maybe()...)
	if err != nil || !w.Lab.Debugging() {
		return h, err
	}
	a, unknown := question.Parse(w.Lab, h.Files[lab.AnswersFile])
	if len(unknown) > 0 {
		h.Remarks = append(h.Remarks, plain(fmt.Sprintf("%s has %d lines that are no answers, the first is %s",
			lab.AnswersFile, len(unknown), cut(unknown[0], 60))))
	}
	if w.key == Given {
		return h, nil
	}
	h.Student = a.Student
	return h, w.identify(name, a)
}

// identify says why it is not known whose answers these are. Without a list of the class the name of the submission has
// to say so, too: nobody hands in for a run that another was given.
func (w *Workshop) identify(name string, a question.Answers) error {
	as := filepath.Base(filepath.Clean(name))
	switch why := question.Identity(a.Student); {
	case a.Student == "":
		return refuse("%s does not say whose it is, as it did at first: student: NAME", lab.AnswersFile)
	case why != "":
		return refuse("%s", why)
	case w.Students != nil && !w.Students[a.Student]:
		return refuse("%s is not in the list of the class", a.Student)
	case w.Students == nil && w.key != verdict.OpenKey && strings.TrimSuffix(as, ".zip") != a.Student:
		return refuse("it says that it is of %s, and is handed in as %s: without a list of the class (--students) the two "+
			"have to be the same", a.Student, as)
	}
	return nil
}

// answer judges the answers of a submission.
func (w *Workshop) answer(h *Handed, g *Grade) error {
	ctx, cancel := context.WithTimeout(context.Background(), longestPart)
	defer cancel()
	a, _ := question.Parse(w.Lab, h.Files[lab.AnswersFile])
	o, err := w.own(ctx, a, h)
	if err != nil {
		return err
	}
	defer o.Close()
	g.Student = h.Student
	for i := range w.Lab.Questions {
		p, err := w.answered(ctx, o, i, a, h)
		if err != nil {
			return err
		}
		g.Parts = append(g.Parts, p)
	}
	return nil
}

// own is the run that a submission is about.
func (w *Workshop) own(ctx context.Context, a question.Answers, h *Handed) (*question.Own, error) {
	data := h.Files[lab.RunFile]
	if w.key == Given {
		o, wrong, err := question.Given(ctx, w.Lab, data)
		if wrong != "" {
			return nil, refuse("%s: %s", lab.RunFile, wrong)
		}
		return o, err
	}
	o, err := question.Deal(ctx, w.Lab, w.key, a.Student)
	if err == nil && data != nil && !o.Is(data) {
		o.Close()
		return nil, refuse("%s is not the run that %s was given: answers are about one's own", lab.RunFile, a.Student)
	}
	return o, err
}

// answered judges an answer.
func (w *Workshop) answered(ctx context.Context, o *question.Own, i int, a question.Answers, h *Handed) (Part, error) {
	q, p := &w.Lab.Questions[i], Part{About: w.Parts[i]}
	wrong, err := question.Check(ctx, o, q, a.Text[q.Name], h.Files[q.Recording()])
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		wrong, err = verdict.TooMuch, nil
	case err == nil && wrong == "":
		p.Passed, p.Score = true, p.Points
	}
	p.Wrong = line(wrong)
	return p, err
}

// handedTwice remarks on submissions for one student.
func handedTwice(all []*Grade) {
	of := map[string][]*Grade{}
	for _, g := range all {
		if g.Student != "" {
			of[g.Student] = append(of[g.Student], g)
		}
	}
	for id, some := range of {
		for _, g := range some[:len(some)*min(len(some)-1, 1)] {
			g.Remarks = append(g.Remarks, plain(fmt.Sprintf("%d submissions are of %s", len(some), id)))
		}
	}
}
