package lab

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Here finds the lab that a directory was started with, and its directory: of the directory itself, or of one that it
// is in.
func Here(dir string) (l *Lab, root string, err error) {
	root, err = filepath.Abs(dir)
	if err != nil {
		return nil, "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(root, NameFile))
		switch {
		case err == nil:
			l, err := named(strings.TrimSpace(string(text)), root)
			return l, root, err
		case !errors.Is(err, fs.ErrNotExist):
			return nil, "", err
		case root == filepath.Dir(root):
			return nil, "", mistake("this is no directory of a lab; machsim lab list shows the labs, and " +
				"machsim lab start NAME DIR makes one")
		}
		root = filepath.Dir(root)
	}
}

// named finds a lab by the word that it was started with; a directory as seen from where it was started.
func named(word, root string) (*Lab, error) {
	if strings.ContainsRune(word, '/') && !filepath.IsAbs(word) {
		word = filepath.Join(root, word)
	}
	return Find(word)
}
