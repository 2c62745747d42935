package lab

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
)

// Run says of which run a debugging lab asks: the first one of a program that fails or, with Well, ends well, and of
// which each question has an answer, from a seed on that is a student's own.
type Run struct {
	Program string            `json:"program"` // a sample program
	Args    map[string]string `json:"args"`
	Faults  string            `json:"faults"` // as --faults has them
	Well    bool              `json:"well"`   // the run is one that ends well
}

// Question is a question about that run.
type Question struct {
	Name     string            `json:"name"` // of the answer, and of its part of a grade
	Kind     string            `json:"kind"` // how an answer is checked: a row of package question
	Points   int               `json:"points"`
	Property string            `json:"property"` // what is asked, in a line
	With     map[string]string `json:"with"`     // what the kind has to know
}

// The files of a debugging lab: the run of a student, what answers it, and of a question whose answer is a run, that.
const (
	RunFile     = "run.rec"
	AnswersFile = "answers.txt"
	recordingOf = ".rec"
)

// Debugging says whether a lab asks about a run, and has nobody program.
func (l *Lab) Debugging() bool { return len(l.Questions) > 0 }

// Recording is the file of the run that is a part of an answer.
func (q *Question) Recording() string { return q.Name + recordingOf }

// Maybe are files that may be handed in, and need not be.
func (l *Lab) Maybe() (all []string) {
	if !l.Debugging() {
		return nil
	}
	all = []string{RunFile}
	for i := range l.Questions {
		all = append(all, l.Questions[i].Recording())
	}
	return all
}

// readDebugging completes a debugging lab with what it is judged by.
func (l *Lab) readDebugging(dir fs.FS) (err error) {
	l.Files = []string{AnswersFile}
	text, err := fs.ReadFile(dir, "lab.json")
	l.files["lab.json"] = string(text)
	for i, q := range l.Questions {
		if slices.ContainsFunc(l.Questions[:i], func(p Question) bool { return p.Name == q.Name }) {
			return mistake("lab.json of %s has two questions %q", l.Name, q.Name)
		}
	}
	return err
}

// StartOn makes a directory with the files of a debugging lab. One that is there must be empty.
func StartOn(dir string, all map[string]string) error {
	if err := empty(dir); err != nil {
		return err
	}
	return write(dir, all)
}

// Directory are the files of a student's directory of a debugging lab, with what is the student's own.
func (l *Lab) Directory(own map[string]string) map[string]string {
	all := map[string]string{"README.md": l.Text, NameFile: l.word() + "\n"}
	maps.Copy(all, own)
	return all
}

// word is how the lab is named where it was started: a directory by its place.
func (l *Lab) word() string {
	if l.at != "" {
		return filepath.ToSlash(l.at)
	}
	return l.Name
}

// Pack packs such files in an archive, in a directory of its own. The same files give the same archive.
func Pack(dir string, all map[string]string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := entry(z, path.Join(dir, name), []byte(all[name]), nil); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
