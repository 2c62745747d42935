package test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is how long a line of code or of a document may be, with a tab as one column.
const maxColumns = 120

// TestColumns looks at every line of Go and of documents, but for what is a picture or an answer
// of machsim: raw strings, fenced code, tables, files of test data, and code that is generated.
func TestColumns(t *testing.T) {
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "stories" || strings.HasPrefix(d.Name(), ".") &&
			name != "..") {
			return filepath.SkipDir
		}
		var long []int
		switch filepath.Ext(name) {
		case ".go":
			long, err = longGo(name)
		case ".md":
			long, err = longDocument(name)
		}
		if len(long) > 0 {
			t.Errorf("%s: more than %d columns in lines %v", name, maxColumns, long)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// longGo returns the numbers of the long lines of a Go file, but for those in raw strings.
func longGo(name string) ([]int, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(string(text), "// Code generated ") {
		return nil, nil
	}
	raw := map[int]bool{}
	var s scanner.Scanner
	file := token.NewFileSet().AddFile(name, -1, len(text))
	s.Init(file, text, nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.STRING && lit[0] == '`' {
			first := file.Line(pos)
			for i := range strings.Count(lit, "\n") + 1 {
				raw[first+i] = true
			}
		}
	}
	return longLines(string(text), func(n int, _ string) bool { return raw[n] }), nil
}

// longDocument returns the numbers of the long lines of a document, but for tables and fenced code.
func longDocument(name string) ([]int, error) {
	text, err := os.ReadFile(name)
	fenced := false
	return longLines(string(text), func(_ int, line string) bool {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		return fenced || strings.HasPrefix(strings.TrimSpace(line), "|")
	}), err
}

func longLines(text string, exempt func(n int, line string) bool) (long []int) {
	for i, line := range strings.Split(text, "\n") {
		if !exempt(i+1, line) && utf8.RuneCountInString(line) > maxColumns {
			long = append(long, i+1)
		}
	}
	return long
}
