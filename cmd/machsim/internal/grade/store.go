package grade

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"machsim/debugger/record/atomicfile"
	"machsim/ipc/quote"
)

// Store keeps grades in a directory, one in a line of a file, as they come: a grader that is ended goes on from there.
// A grade counts for the same files, lab and course key.
type Store struct {
	about string // of lab and key
	mu    sync.Mutex
	all   map[string]*Grade // by the sum of the files
	file  *os.File
}

// storeLine is a line of a store.
type storeLine struct {
	About string `json:"about"`
	Grade *Grade `json:"grade"`
}

// OpenStore opens the store of a workshop in a directory.
func (w *Workshop) OpenStore(dir string) (*Store, error) {
	sum, err := w.Lab.Sum()
	if err != nil {
		return nil, err
	}
	s := &Store{all: map[string]*Grade{}}
	s.about = fmt.Sprintf("%x", sha256.Sum256([]byte(sum+" "+w.key)))[:24]
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s.file, err = os.OpenFile(filepath.Join(dir, "grades.jsonl"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	return s, s.load()
}

// load reads the lines that are there. What a grader wrote last that was ended is cut off.
func (s *Store) load() error {
	text, err := os.ReadFile(s.file.Name())
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	for l := range bytes.Lines(text[:whole]) {
		var x storeLine
		if json.Unmarshal(l, &x) == nil && x.Grade != nil && x.About == s.about {
			s.all[x.Grade.Sum] = x.Grade
		}
	}
	if err := s.file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = s.file.Seek(int64(whole), 0)
	return err
}

// Close closes the file.
func (s *Store) Close() error { return s.file.Close() }

// find returns the grade that files have, under another name of the submission; nil if there is none.
func (s *Store) find(sum, name string) *Grade {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.all[sum]
	if g == nil || sum == "" {
		return nil
	}
	as := *g
	as.Submission = name
	return &as
}

// keep keeps a grade. One of files that could not be read has no sum, and is found out again at once.
func (s *Store) keep(g *Grade) error {
	if g.Sum == "" {
		return nil
	}
	text, err := json.Marshal(storeLine{s.about, g})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[g.Sum] = g
	_, err = s.file.Write(append(text, '\n'))
	return err
}

// Recording is the file of the recording of a part that has failed.
func Recording(dir, submission, part string) string {
	return filepath.Join(dir, NameOf(submission)+"-"+NameOf(part)+".rec")
}

// NameOf makes a name for files of a submission.
func NameOf(s string) string {
	base := filepath.Base(filepath.Clean(s))
	return quote.Name(strings.TrimSuffix(base, filepath.Ext(base)))
}

// Record writes the recordings of the parts that have failed, and removes those of parts that have not.
func (g *Grade) Record(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, p := range g.Parts {
		file := Recording(dir, g.Submission, p.Name)
		var err error
		if len(p.Record) > 0 {
			err = atomicfile.Write(file, p.Record, 0o666)
		} else if err = os.Remove(file); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
