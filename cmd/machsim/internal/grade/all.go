package grade

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"machsim/cmd/machsim/internal/lab"
)

// Submissions are what words name: each a submission, or a directory of such. Others are files in such a directory that
// can be none; those whose names begin with a dot are not told. If one is wanted, single files in a directory are its.
func (w *Workshop) Submissions(words []string, one bool) (all, others []string, err error) {
	for _, word := range words {
		if _, err := os.Lstat(word); errors.Is(err, fs.ErrNotExist) {
			return nil, nil, &lab.Mistake{Text: "there is no file " + word}
		}
		list, err := os.ReadDir(word)
		if err != nil || w.isSubmission(word) {
			all = append(all, word)
			continue
		}
		before := len(all)
		for _, d := range list {
			switch name := filepath.Join(word, d.Name()); {
			case strings.HasPrefix(d.Name(), "."):
			case d.IsDir() || isArchive(d.Name()) || !one && w.isFile(d.Name()):
				all = append(all, name)
			default:
				others = append(others, name)
			}
		}
		if len(all) == before {
			all = append(all, word) // which will be said to lack its files
		}
	}
	return all, others, nil
}

func isArchive(name string) bool { return strings.EqualFold(filepath.Ext(name), ".zip") }

// isFile says whether a file may be a submission by its name: of a lab that wants one file of Go.
func (w *Workshop) isFile(name string) bool {
	return len(w.Lab.Files) == 1 && !w.Lab.Debugging() && filepath.Ext(name) == filepath.Ext(w.Lab.Files[0])
}

// isSubmission says whether a directory has a file that the lab names.
func (w *Workshop) isSubmission(dir string) bool {
	return slices.ContainsFunc(w.Lab.Files, func(name string) bool {
		_, err := inDir(dir, name)
		return err == nil
	})
}

// Progress is told of each grade as it comes.
type Progress func(g *Grade, kept bool)

// All grades submissions, so many at a time, and returns the grades in their order. What the store has is not judged
// again.
func (w *Workshop) All(ctx context.Context, names []string, jobs int, s *Store, told Progress) ([]*Grade, error) {
	grades := make([]*Grade, len(names))
	var telling sync.Mutex
	pool, ctx := errgroup.WithContext(ctx)
	pool.SetLimit(max(1, jobs))
	for i, name := range names {
		pool.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			g, kept, err := w.one(name, s)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			grades[i] = g
			telling.Lock()
			defer telling.Unlock()
			told(g, kept)
			return nil
		})
	}
	err := pool.Wait()
	if err == nil {
		handedTwice(grades)
	}
	return grades, err
}

// one grades a submission, or finds what the store has.
func (w *Workshop) one(name string, s *Store) (g *Grade, kept bool, err error) {
	h, err := w.read(name)
	if err == nil {
		if g := s.find(sumOf(h.Files), name); g != nil {
			g.Remarks = h.Remarks
			return g, true, nil
		}
	}
	if g, err = w.judged(name, h, err); err != nil {
		return nil, false, err
	}
	return g, false, s.keep(g)
}

// Again judges a submission once more and says, in lines, in what that differs from the grade that the store has:
// nothing if it is the same to the bit.
func (w *Workshop) Again(name string, s *Store) (g *Grade, differs []string, err error) {
	h, err := w.read(name)
	var old *Grade
	if err == nil {
		old = s.find(sumOf(h.Files), name)
	}
	if g, err = w.judged(name, h, err); err != nil {
		return nil, nil, err
	}
	if old == nil {
		return g, []string{"it was not graded before"}, s.keep(g)
	}
	return g, old.differs(g), nil
}

// differs says in what two grades differ.
func (g *Grade) differs(h *Grade) (all []string) {
	if g.Refused != h.Refused {
		all = append(all, fmt.Sprintf("refused: %q, and now %q", g.Refused, h.Refused))
	}
	for i := range g.Parts {
		if i >= len(h.Parts) || !g.Parts[i].same(&h.Parts[i]) {
			all = append(all, "the part "+g.Parts[i].Name+" has another verdict")
		}
	}
	return all
}

// same says whether two verdicts are the same, the recordings too.
func (p *Part) same(q *Part) bool {
	a, err := json.Marshal(p)
	b, err2 := json.Marshal(q)
	return err == nil && err2 == nil && bytes.Equal(a, b)
}
