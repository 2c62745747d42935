package grade

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/lab"
)

// Bounds of what is handed in.
const (
	maxFile    = 64 << 10 // bytes of a file that the lab names
	maxZip     = 8 << 20  // of an archive
	maxEntries = 2000     // of an archive
	maxLeft    = 5        // names of files that are left out, in a remark
)

// Refused says why a submission is not judged: every part gets 0.
type Refused struct {
	Why     string
	missing bool // because a file is
}

func (r *Refused) Error() string { return r.Why }

func refuse(format string, args ...any) error { return &Refused{Why: fmt.Sprintf(format, args...)} }

// missing says whether an error is that a file is not there.
func missing(err error) bool {
	var r *Refused
	return errors.As(err, &r) && r.missing
}

// Handed is what was handed in: the files that the lab names, and what is to be said of others.
type Handed struct {
	Files   map[string][]byte
	Remarks []string
	Student string // who it says that it is of, if a lab asks for that
}

// Read reads a submission: a directory, an archive or, of a lab that wants one file, that. It never follows a link, and
// looks at no file that the lab does not name. Files that may be there need not.
func Read(name string, files []string, may ...string) (*Handed, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, refuse("there is no file %s", filepath.Base(name))
	case err != nil:
		return nil, err
	case info.IsDir():
		return readDir(name, files, may)
	case !info.Mode().IsRegular():
		return nil, refuse("it is a link or a device, and no file")
	case strings.EqualFold(filepath.Ext(name), ".zip"):
		return readZip(name, info, files, may)
	case len(files) == 1:
		text, err := readFile(name)
		return &Handed{Files: map[string][]byte{files[0]: text}}, err
	}
	return nil, refuse("it is one file, and the lab wants %s: hand in what machsim lab hand-in makes",
		strings.Join(files, ", "))
}

// readFile reads a file with bounds.
func readFile(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, refuse("%s is a link or a device, and no file", filepath.Base(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return bounded(f, filepath.Base(name))
}

// bounded reads a file that may be larger than it says.
func bounded(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(text) > maxFile {
		return nil, refuse("%s has more than %d kB", name, maxFile>>10)
	}
	return text, err
}

// readDir reads the files of a directory, at their places or all in one.
func readDir(dir string, files, may []string) (*Handed, error) {
	h := &Handed{Files: map[string][]byte{}}
	for _, name := range slices.Concat(files, may) {
		at, err := inDir(dir, name)
		if missing(err) && slices.Contains(may, name) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if h.Files[name], err = readFile(at); err != nil {
			return nil, err
		}
	}
	return h, h.leftOut(dir, slices.Concat(files, may, made))
}

// made are files that machsim lab start and hand-in make beside those of a debugging lab.
var made = []string{"README.md", lab.NameFile, ".gitignore", ".machsim", "manifest.json"}

// inDir finds a file below a directory, without a link on the way.
func inDir(dir, name string) (string, error) {
	for _, at := range []string{name, path.Base(name)} {
		whole, link := dir, false
		for _, part := range strings.Split(at, "/") {
			whole = filepath.Join(whole, part)
			info, err := os.Lstat(whole)
			if err != nil {
				whole = ""
				break
			}
			link = link || info.Mode()&fs.ModeSymlink != 0
		}
		switch {
		case whole != "" && link:
			return "", refuse("%s is reached by a link", name)
		case whole != "":
			return whole, nil
		}
	}
	return "", &Refused{Why: name + " is missing", missing: true}
}

// leftOut remarks on files beside those that the lab names, as far as they lie where these do.
func (h *Handed) leftOut(dir string, files []string) error {
	f, err := os.Open(filepath.Join(dir, "student"))
	if errors.Is(err, fs.ErrNotExist) {
		f, err = os.Open(dir)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	list, err := f.ReadDir(100)
	if err != nil && err != io.EOF {
		return err
	}
	var left []string
	for _, d := range list {
		if !slices.ContainsFunc(files, func(name string) bool { return path.Base(name) == d.Name() }) {
			left = append(left, d.Name())
		}
	}
	h.remarkLeft(left)
	return nil
}

// remarkLeft remarks on files that nobody reads.
func (h *Handed) remarkLeft(left []string) {
	if len(left) == 0 {
		return
	}
	slices.Sort(left)
	text := strings.Join(left[:min(len(left), maxLeft)], ", ")
	if more := len(left) - maxLeft; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	h.Remarks = append(h.Remarks, plain("left out, as the lab does not name them: "+text))
}

// readZip reads an archive. Nothing of it is written anywhere.
func readZip(name string, info fs.FileInfo, files, may []string) (*Handed, error) {
	if info.Size() > maxZip {
		return nil, refuse("the archive has more than %d MB", maxZip>>20)
	}
	z, err := zip.OpenReader(name)
	switch {
	case errors.Is(err, zip.ErrInsecurePath):
		z.Close()
		return nil, refuse("a name in the archive leads out of it")
	case err != nil:
		return nil, refuse("it is no archive that can be read")
	}
	defer z.Close()
	if len(z.File) > maxEntries {
		return nil, refuse("the archive has more than %d files", maxEntries)
	}
	h := &Handed{Files: map[string][]byte{}}
	var left []string
	for _, f := range z.File {
		if err := h.take(f, slices.Concat(files, may), &left); err != nil {
			return nil, err
		}
	}
	for _, name := range files {
		if h.Files[name] == nil {
			return nil, refuse("%s is missing", name)
		}
	}
	h.remarkLeft(left)
	return h, nil
}

// take takes a file out of an archive, if the lab names it: at its place, or in a directory that all others are in.
func (h *Handed) take(f *zip.File, files []string, left *[]string) error {
	if unsafeName(f.Name) {
		return refuse("a name in the archive leads out of it")
	}
	i := slices.IndexFunc(files, func(name string) bool { return placed(f.Name, name) })
	switch {
	case f.FileInfo().IsDir(), f.Name == "manifest.json", strings.HasPrefix(f.Name, "recordings/"): // of hand-in
		return nil
	case i < 0:
		*left = append(*left, f.Name)
		return nil
	case !f.Mode().IsRegular():
		return refuse("%s is a link or a device, and no file", files[i])
	case h.Files[files[i]] != nil:
		return refuse("%s is there twice", files[i])
	}
	r, err := f.Open()
	if err != nil {
		return refuse("%s cannot be unpacked", files[i])
	}
	defer r.Close()
	text, err := bounded(r, files[i])
	var refused *Refused
	if err != nil && !errors.As(err, &refused) {
		return refuse("%s cannot be unpacked", files[i])
	}
	if text == nil {
		text = []byte{}
	}
	h.Files[files[i]] = text
	return err
}

// placed says whether a name in an archive is that of a file of the lab: student/x.go, DIR/student/x.go, or x.go.
func placed(name, file string) bool {
	_, rest, _ := strings.Cut(name, "/")
	return name == file || rest == file || name == path.Base(file)
}

// unsafeName says whether a name would lead elsewhere if it were used.
func unsafeName(name string) bool {
	return strings.ContainsAny(name, "\\\x00:") || path.IsAbs(name) || slices.Contains(strings.Split(name, "/"), "..")
}
