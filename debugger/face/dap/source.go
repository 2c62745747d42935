package dap

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"machsim/debugger"
	"machsim/debugger/event/text"
)

// sources knows the source files of the run. One that is there on this machine goes by its path; another by a number,
// for good, under which the client asks for its text.
type sources struct {
	root  string   // where the client has the files, "" for where the run had them
	paths []string // of the run
	asked []string // by the number by which the client asks, from 1
	local map[string]string
}

// load asks which files there are, once.
func (s *sources) load(ctx context.Context, d *debugger.Debugger) error {
	if s.paths != nil {
		return nil
	}
	paths, err := d.SourceFiles(ctx)
	s.paths, s.local = paths, map[string]string{}
	for _, p := range paths {
		s.local[p] = s.onDisk(p)
	}
	return err
}

// onDisk is where a file of the run is on this machine; "" for nowhere. Below the root it is where the longest end of
// its path is.
func (s *sources) onDisk(path string) string {
	isFile := func(p string) bool {
		info, err := os.Stat(p)
		return err == nil && info.Mode().IsRegular()
	}
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i := range parts {
		if p := filepath.Join(s.root, filepath.Join(parts[i:]...)); s.root != "" && isFile(p) {
			return p
		}
	}
	if filepath.IsAbs(path) && isFile(path) {
		return path
	}
	return ""
}

// row is a source file as the client is told of it.
func (s *sources) row(path string) *dap.Source {
	row := &dap.Source{Name: text.FileName(path)}
	if row.Path = s.local[path]; row.Path != "" {
		return row
	}
	i := slices.Index(s.asked, path)
	if i < 0 {
		s.asked = append(s.asked, path)
		i = len(s.asked) - 1
	}
	// It has no hint to fold it away: VS Code does not go to a frame of a source that is.
	row.SourceReference, row.Path, row.Origin = i+1, path, "as it was built"
	return row
}

// find is the file of the run that a client means: by its number, by its path, or by the longest end of that which a
// file of the run has.
func (s *sources) find(ctx context.Context, d *debugger.Debugger, x dap.Source) (string, error) {
	if err := s.load(ctx, d); err != nil {
		return "", err
	}
	if n := x.SourceReference; n != 0 {
		if n < 0 || n > len(s.asked) {
			return "", gone("source", n)
		}
		return s.asked[n-1], nil
	}
	for _, p := range s.paths {
		if x.Path == p || x.Path != "" && x.Path == s.local[p] {
			return p, nil
		}
	}
	var best []string
	longest := 0
	for _, p := range s.paths {
		switch n := commonEnd(p, x.Path); {
		case n == 0 || n < longest:
		case n > longest:
			best, longest = []string{p}, n
		default:
			best = append(best, p)
		}
	}
	switch len(best) {
	case 0:
		names := text.Each(s.paths, text.FileName)
		return "", fmt.Errorf("%s is no source file of this run%s", text.FileName(x.Path),
			text.Meant(text.FileName(x.Path), names))
	case 1:
		return best[0], nil
	}
	return "", fmt.Errorf("%s may be %s", x.Path, strings.Join(best, " or "))
}

// commonEnd is how many parts at their ends two paths have in common.
func commonEnd(a, b string) (n int) {
	one, other := pathParts(a), pathParts(b)
	for n < len(one) && n < len(other) && one[len(one)-1-n] == other[len(other)-1-n] {
		n++
	}
	return n
}

func pathParts(p string) []string {
	return strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' })
}

// short is the shortest end of a file's path that no other file has.
func (s *sources) short(path string) string {
	parts := strings.Split(path, "/")
	for i := len(parts) - 1; i > 0; i-- {
		end := strings.Join(parts[i:], "/")
		others := slices.ContainsFunc(s.paths, func(p string) bool { return p != path && strings.HasSuffix(p, "/"+end) })
		if !others {
			return end
		}
	}
	return path
}

func (s *Session) source(ctx context.Context, a dap.SourceArguments) (any, error) {
	x := dap.Source{SourceReference: a.SourceReference}
	if a.Source != nil && a.SourceReference == 0 {
		x = *a.Source
	}
	path, err := s.sources.find(ctx, s.d, x)
	if err != nil {
		return nil, err
	}
	all, err := s.d.SourceText(ctx, path)
	return dap.SourceResponseBody{Content: all, MimeType: "text/x-go"}, err
}

func (s *Session) loadedSources(ctx context.Context, _ none) (any, error) {
	err := s.sources.load(ctx, s.d)
	var body dap.LoadedSourcesResponseBody
	for _, p := range s.sources.paths {
		body.Sources = append(body.Sources, *s.sources.row(p))
	}
	return body, err
}

// line is a line of the client's, counted from 1; lineOut is one for the client.
func (s *Session) line(n int) int {
	if s.zeroLines {
		return n + 1
	}
	return n
}

func (s *Session) lineOut(n int) int {
	if s.zeroLines && n > 0 {
		return n - 1
	}
	return n
}
