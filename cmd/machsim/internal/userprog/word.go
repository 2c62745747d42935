package userprog

import (
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// IsWord says whether a word of a command line names a package and no program: it is a path. Files are
// recordings, or mistakes, but for Go files.
func IsWord(word string) bool {
	dir, _ := SplitWord(word)
	dir, _ = CutMutant(dir)
	if dir == "." || dir == ".." {
		return true
	}
	return strings.ContainsAny(dir, `/\`) && (!isFile(dir) && filepath.Ext(dir) != ".rec" || filepath.Ext(dir) == ".go")
}

// SplitWord separates the name of a program from a package: ./lab:fixed. The name of a mutant stays with the package:
// ./lab@lab.go:84:twice of ./lab:fixed@lab.go:84:twice.
func SplitWord(word string) (dir, name string) {
	word, mutant := CutMutant(word)
	if mutant != "" {
		dir, name = SplitWord(word)
		return dir + "@" + mutant, name
	}
	i := strings.LastIndexByte(word, ':')
	disk := i == 1 && unicode.IsLetter(rune(word[0])) // as in C:\lab
	if i < 0 || disk || strings.ContainsAny(word[i:], `/\`) {
		return word, ""
	}
	return word[:i], word[i+1:]
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// CutMutant separates the name of a mutant from the word, or the import path, of a package: ./lab@lab.go:84:twice.
func CutMutant(word string) (pkg, mutant string) {
	i := strings.LastIndexByte(word, '@')
	if i < 0 || strings.ContainsAny(word[i:], `/\`) {
		return word, ""
	}
	return word[:i], word[i+1:]
}
