package mutate

import (
	"cmp"
	"slices"
	"strings"
)

// Mutant is a program that is weakened in one place.
type Mutant struct {
	Name     string `json:"name"` // bank.go:84:twice
	File     string `json:"file"` // its path
	Line     int    `json:"line"`
	Operator string `json:"operator"`
	Old      string `json:"old"` // the lines that are changed
	New      string `json:"new"` // what stands there in effect, "" for nothing

	edits []edit
}

// edit puts a text at an offset of the mutant's file. The guard stands where it has a mark.
type edit struct {
	at    int
	place place
	text  string
}

// mark stands for the guard: no source has it.
const mark = "\x00"

// place is the order of texts at one offset: ends come before beginnings, and statements enclose expressions.
type place uint8

const (
	exprEnd place = iota
	stmtEnd
	stmtBegin
	exprBegin
)

// Diff is the change in lines, as diff shows one. Lines at the end that are the same are shown once.
func (m *Mutant) Diff() (lines []string) {
	old, now := linesOf(m.Old), linesOf(m.New)
	same := 0
	for same < min(len(old), len(now)) && old[len(old)-1-same] == now[len(now)-1-same] {
		same++
	}
	add := func(sign string, some []string) {
		for _, line := range some {
			lines = append(lines, sign+line)
		}
	}
	add("- ", old[:len(old)-same])
	add("+ ", now[:len(now)-same])
	add("  ", now[len(now)-same:])
	return lines
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// Always is the guard of a text that has one mutant alone.
func Always(int) string { return "true" }

// Texts are the texts of files with mutants, by their paths. Of each mutant the guard is a Go expression, by its index.
func Texts(all []*Mutant, sources map[string]string, guard func(i int) string) map[string]string {
	edits := map[string][]edit{}
	for i, m := range all {
		for _, e := range m.edits {
			e.text = strings.ReplaceAll(e.text, mark, guard(i))
			edits[m.File] = append(edits[m.File], e)
		}
	}
	texts := map[string]string{}
	for file, some := range edits {
		texts[file] = edited(sources[file], some)
	}
	return texts
}

// edited is a text with edits.
func edited(text string, all []edit) string {
	slices.SortStableFunc(all, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.place, b.place))
	})
	var b strings.Builder
	from := 0
	for _, e := range all {
		b.WriteString(text[from:e.at])
		b.WriteString(e.text)
		from = e.at
	}
	b.WriteString(text[from:])
	return b.String()
}
