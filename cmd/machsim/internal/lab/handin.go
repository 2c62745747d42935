package lab

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"machsim/debugger/record/atomicfile"
)

// Manifest says what is handed in, and with what it was made.
type Manifest struct {
	Lab        string            `json:"lab"`
	LabSum     string            `json:"lab_sum"` // of the lab, and of the source that it is built of
	Machsim    string            `json:"machsim"`
	Go         string            `json:"go"`
	Files      map[string]string `json:"files"` // their sums
	Recordings []string          `json:"recordings,omitempty"`
}

// Bounds of the recordings that are handed in.
const (
	mostRecordings = 20
	mostRecording  = 1 << 20 // bytes
)

// HandIn writes an archive of what is handed in: the files that the lab names, the recordings of runs that have failed,
// and a manifest. Nothing in it says where anything was: the same files give the same archive. read reads a file with
// all that belongs to it.
func (l *Lab) HandIn(root, to, machsim, goVersion string, read func(file string) ([]byte, error)) (m *Manifest,
	err error) {
	m = &Manifest{Lab: l.Name, Machsim: machsim, Go: goVersion, Files: map[string]string{}}
	if m.LabSum, err = l.Sum(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Concat(l.Files, l.Maybe()) {
		text, err := read(filepath.Join(root, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) && !slices.Contains(l.Files, name) {
			continue
		} else if errors.Is(err, fs.ErrNotExist) {
			return nil, mistake("%s is not there, and is to be handed in", name)
		}
		if err := entry(z, name, text, err); err != nil {
			return nil, err
		}
		m.Files[name] = fmt.Sprintf("%x", sha256.Sum256(text))
	}
	if err := m.recordings(z, filepath.Join(root, ".machsim"), read); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err := entry(z, "manifest.json", append(text, '\n'), err); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return m, atomicfile.Write(to, b.Bytes(), 0o666)
}

// recordings puts the recordings of a directory into an archive.
func (m *Manifest) recordings(z *zip.Writer, dir string, read func(file string) ([]byte, error)) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.rec"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files[:min(len(files), mostRecordings)] {
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostRecording {
			continue
		}
		text, err := read(file)
		if err != nil || len(text) > mostRecording {
			continue // the work is handed in without
		}
		name := "recordings/" + filepath.Base(file)
		if err := entry(z, name, text, nil); err != nil {
			return err
		}
		m.Recordings = append(m.Recordings, name)
	}
	return nil
}

// entry adds a file to an archive, unless it could not be read.
func entry(z *zip.Writer, name string, text []byte, err error) error {
	if err != nil {
		return err
	}
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
