package question

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger"
	"machsim/debugger/record"
	"machsim/debugger/study"
	"machsim/kernel"
	"machsim/programs"
)

// Own is the run that a student is asked about, open. It is to be closed.
type Own struct {
	*debugger.Debugger
	Data    []byte
	rec     *record.Recording
	program *kernel.Program
	beside  []byte          // what is opened beside it
	cause   *debugger.Cause // of its failure; nil until somebody asks
	small   *study.Shrunk   // likewise what is left of it, closed
}

// mostSeeds is how many seeds are tried for one student.
const mostSeeds = 20_000

// firstSeed is where the seeds of a student begin.
func firstSeed(l *lab.Lab, key, id string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", key, id, l.Name))
	return uint64(binary.LittleEndian.Uint32(sum[:])) + 1
}

// Deal makes the run of a student.
func Deal(ctx context.Context, l *lab.Lab, key, id string) (*Own, error) {
	seed := firstSeed(l, key, id)
	for end := seed + mostSeeds; seed < end; seed++ {
		o, next, err := ended(ctx, l, seed, end)
		if err != nil {
			return nil, err
		}
		seed = next
		if ok, err := o.answerable(ctx, l); err != nil || ok {
			return o, err
		}
		o.Close()
	}
	return nil, &lab.Mistake{Text: fmt.Sprintf("none of %d seeds makes a run of the lab %s that fails, and of which each "+
		"question has an answer", mostSeeds, l.Name)}
}

// ended makes the first run of seeds from one to before another that has ended as the lab wants.
func ended(ctx context.Context, l *lab.Lab, seed, end uint64) (*Own, uint64, error) {
	if !l.Run.Well {
		return failing(ctx, l, seed, end)
	}
	for ; seed < end; seed++ {
		o, err := runOf(ctx, l, seed)
		if err != nil {
			return nil, 0, err
		}
		if x, err := o.End(ctx); err != nil || x.Kind == "OK" {
			return o, seed, err
		}
		o.Close()
	}
	return nil, 0, &lab.Mistake{Text: fmt.Sprintf("no run of the lab %s ends well", l.Name)}
}

// runOf makes the run of a seed.
func runOf(ctx context.Context, l *lab.Lab, seed uint64) (*Own, error) {
	s, err := study.Open(programs.Find(l.Run.Program), options(l, seed))
	if err != nil {
		return nil, err
	}
	run, err := s.Run(ctx, kernel.Tracer{})
	if err != nil {
		return nil, err
	}
	return reopened(ctx, l, run)
}

// reopened opens the recording of a run that was made, which it closes.
func reopened(ctx context.Context, l *lab.Lab, run *study.Ran) (*Own, error) {
	data := slices.Clone(run.Data())
	run.Close()
	return open(ctx, l, data)
}

// failing makes the first run that fails, of seeds from one to before another.
func failing(ctx context.Context, l *lab.Lab, seed, end uint64) (*Own, uint64, error) {
	s, err := study.Open(programs.Find(l.Run.Program), options(l, seed)) // without hooks, in a third of the time
	if err != nil {
		return nil, 0, err
	}
	found := s.Try(ctx, int(end-seed), nil)
	switch {
	case found.Err != nil:
		return nil, 0, found.Err
	case !found.Failed:
		return nil, 0, &lab.Mistake{Text: fmt.Sprintf("no run of the lab %s fails, of %d seeds", l.Name, end-seed)}
	}
	o, err := reopened(ctx, l, s.Again(found))
	return o, found.Seed, err
}

func options(l *lab.Lab, seed uint64) study.Options {
	o := study.Usual()
	o.Seed, o.Args, o.Faults, o.Memory, o.Alone = seed, l.Run.Args, l.Run.Faults, true, true
	return o
}

// open opens a recording of the lab's program, which may be of any run of that.
func open(ctx context.Context, l *lab.Lab, data []byte) (*Own, error) {
	rec, err := record.Read(data)
	if err != nil {
		return nil, err
	}
	p := userprog.HookedSample(l.Run.Program)
	o := &Own{Data: data, rec: rec, program: p}
	o.Debugger, err = debugger.Open(ctx, debugger.Source{Data: data, Program: p}, debugger.Options{
		Held: new(study.Process).Held, Read: func(string) ([]byte, error) { return o.beside, nil }})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// answerable says whether each question has an answer.
func (o *Own) answerable(ctx context.Context, l *lab.Lab) (bool, error) {
	for i := range l.Questions {
		if ok, err := kindOf(&l.Questions[i]).has(ctx, o, &l.Questions[i]); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// Given opens the run that lies in a student's directory. wrong says what is wrong with that, "" for nothing.
func Given(ctx context.Context, l *lab.Lab, data []byte) (o *Own, wrong string, err error) {
	if data == nil {
		return nil, "there is no " + lab.RunFile + ": it is the run that the questions are about, and came with the lab", nil
	}
	o, wrong, err = stranger(ctx, l, data, mostEvents)
	if wrong != "" || err != nil {
		return nil, wrong, err
	}
	ok, err := o.answerable(ctx, l)
	if !ok || err != nil {
		o.Close()
		return nil, lab.RunFile + " is not the run that came with the lab: not each question has an answer", err
	}
	return o, "", nil
}

// Is says whether a recording that was handed in is of this run: it may have been made by another build of machsim.
func (o *Own) Is(handed []byte) bool {
	rec, err := record.Read(handed)
	return err == nil && rec.Program == o.rec.Program && maps.Equal(rec.Args, o.rec.Args) && rec.Seed == o.rec.Seed &&
		rec.Events == o.rec.Events && rec.Hash == o.rec.Hash
}

// Seed is that of the run.
func (o *Own) Seed() uint64 { return o.rec.Seed }

// Files are what a student is given: the run, and the answers to fill in.
func Files(ctx context.Context, l *lab.Lab, key, id string) (map[string]string, error) {
	if why := Identity(id); why != "" {
		return nil, &lab.Mistake{Text: why}
	}
	if err := Sound(l); err != nil {
		return nil, err
	}
	o, err := Deal(ctx, l, key, id)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	return l.Directory(map[string]string{lab.RunFile: string(o.Data), lab.AnswersFile: Blank(l, id)}), nil
}
