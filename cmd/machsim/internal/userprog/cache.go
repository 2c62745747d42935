package userprog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"machsim/debugger/record/atomicfile"
	"machsim/debugger/replay/cache"
)

// CacheVariable is the environment variable that names the directory of the cache.
const CacheVariable = "MACHSIM_CACHE"

// What is built is kept in the cache: executables that are run again, so nobody else may
// be able to put anything in there. The directory is the one that CacheVariable names, or
// machsim in the user's directory of caches, or when there is none (no home) one in the
// directory for temporary files. It belongs to the user, and only the user may write to
// it. A file in it says that it is a cache, so that clearing it removes nothing else.

// The file that marks a cache, and what it says: other programs know it too, and leave its
// directory out of backups.
const (
	tagFile = "CACHEDIR.TAG"
	tagText = "Signature: 8a477f597d28d172789f06886806bc55\n# This directory is the cache of machsim. " +
		"It may be cleared at any time: machsim cache clear\n"
)

// CacheDir returns the directory of the cache, which need not exist.
func CacheDir() (string, error) {
	if dir := os.Getenv(CacheVariable); dir != "" {
		return filepath.Abs(dir)
	}
	return usualCache(), nil
}

// usualCache returns the default directory of the cache.
func usualCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return filepath.Join(os.TempDir(), "machsim-"+userName())
	}
	return filepath.Join(base, "machsim")
}

// DerivedDirectory is where in the cache there is what is kept of recordings that were opened.
const DerivedDirectory = "derived"

// Derived returns what is kept in the cache of recordings that were opened. The error says why there is no cache.
func Derived() (*cache.Dir, error) {
	dir, err := Directory(DerivedDirectory)
	if err != nil {
		return nil, err
	}
	return cache.Open(dir, cache.DefaultRoom)
}

// Directory makes a directory in the cache, and returns it.
func Directory(name string) (string, error) {
	base, err := openCache()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(base, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", noCache(err)
	}
	return dir, nil
}

func noCache(err error) error {
	return mistake("there is no place to keep what is built: %v; let the environment variable %s name a directory that "+
		"only you may write to", err, CacheVariable)
}

// openCache makes the directory of the cache if it does not exist, and refuses one that is not safe.
func openCache() (string, error) {
	dir, err := CacheDir()
	if err != nil {
		return "", noCache(err)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", noCache(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", noCache(err)
	}
	if err := safe(dir); err != nil {
		return "", err
	}
	if err := mark(dir); err != nil {
		return "", err
	}
	return dir, nil
}

// safe refuses a directory in which another user could put an executable.
func safe(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return noCache(err)
	}
	if info.Mode()&fs.ModeSymlink != 0 && ours(info) { // the user's own, to another disk
		if info, err = os.Stat(dir); err != nil {
			return noCache(err)
		}
	}
	switch {
	case !info.IsDir():
		return mistake("the cache %s is no directory; remove it, or let the environment variable %s name a directory", dir,
			CacheVariable)
	case !ours(info):
		return mistake("the cache %s belongs to another user, who could change what machsim builds and runs; let the "+
			"environment variable %s name a directory of your own", dir, CacheVariable)
	case writable(info):
		return mistake("others may write to the cache %s, and could change what machsim builds and runs; type machsim "+
			"cache clear, which makes it yours alone", dir)
	}
	return nil
}

// mark marks a directory as a cache. It refuses one with other files in it, unless that has the default
// name. Several machsims, and goroutines of one, may mark it at once.
func mark(dir string) error {
	if isCache(dir) {
		return nil
	}
	there, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return noCache(err)
	case slices.ContainsFunc(there, foreign) && dir != usualCache():
		if isCache(dir) { // since it was asked
			return nil
		}
		return notACache(dir)
	}
	if err := atomicfile.Write(filepath.Join(dir, tagFile), []byte(tagText), 0o600); err != nil {
		return noCache(err)
	}
	return nil
}

// foreign says that a file is no mark of a cache that is being written, or whose writer was killed.
func foreign(f fs.DirEntry) bool { return !atomicfile.Part(tagFile, f.Name()) }

func isCache(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, tagFile))
	return err == nil && string(text) == tagText
}

func notACache(dir string) error {
	return mistake("%s has other things in it, and is no cache of machsim's; let the environment variable %s name a "+
		"directory that is empty, or not there yet", dir, CacheVariable)
}

// CacheSize returns the directory of the cache and its size in bytes, 0 if it does not exist.
func CacheSize() (dir string, size int64, err error) {
	if dir, err = CacheDir(); err != nil {
		return "", 0, err
	}
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return dir, size, err
}

// ClearCache removes what is in the cache, and makes the directory writable for the user alone.
func ClearCache() error {
	dir, err := CacheDir()
	if err != nil {
		return err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir() || !ours(info):
		return safe(dir)
	case !isCache(dir) && dir != usualCache():
		return notACache(dir)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	return empty(dir)
}

// empty removes what is in a directory, the mark of a cache last.
func empty(dir string) error {
	there, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range there {
		if f.Name() == tagFile {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	return nil
}
