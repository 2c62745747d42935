package grade

import (
	"cmp"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Format is a form of grades.
type Format struct {
	Name string
	Says string // who reads it, a phrase
	One  bool   // it is of one submission
	Ext  string // of a file
	make func(w io.Writer, all []*Grade) error
}

// Formats are all of them.
var Formats = []Format{
	{"text", "for people", false, ".txt", text},
	{"json", "all that is known, for programs", false, ".json", asJSON},
	{"csv", "a table for spreadsheets", false, ".csv", asCSV},
	{"junit", "JUnit's XML, for continuous integration", false, ".xml", junit},
	{"gradescope", "results.json of Gradescope", true, ".json", gradescope},
	{"classroom", "the result of an autograding step in GitHub Classroom", true, ".txt", classroom},
	{"exercism", "results.json of an Exercism test runner, version 2", true, ".json", exercism(2)},
	{"exercism3", "and version 3, where each part is a task", true, ".json", exercism(3)},
}

// FormatNames are their names.
func FormatNames() (all []string) {
	for _, f := range Formats {
		all = append(all, f.Name)
	}
	return all
}

// FormatOf returns a format by its name, nil if there is none.
func FormatOf(name string) *Format {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &Formats[i]
}

// Write writes grades.
func (f *Format) Write(w io.Writer, all []*Grade) error { return f.make(w, all) }

// Said is what is told of a part that was not passed, in lines.
func (p *Part) Said() string {
	var b strings.Builder
	b.WriteString(p.Wrong)
	if p.How != "" {
		b.Reset()
		fmt.Fprintf(&b, "%s: %s", p.How, p.Wrong)
	}
	if p.Seed != 0 {
		fmt.Fprintf(&b, "\nseed %d", p.Seed)
		if p.Thread != "" {
			fmt.Fprintf(&b, ", thread %s", p.Thread)
		}
		if p.Line != "" {
			fmt.Fprintf(&b, ", at %s", p.Line)
		}
	}
	return b.String()
}

// text is a table, and below it what is wrong.
func text(w io.Writer, all []*Grade) error {
	var b strings.Builder
	table(&b, all)
	for _, g := range all {
		g.wrongs(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table has a row for each submission, and a column for each part.
func table(b *strings.Builder, all []*Grade) {
	head := []string{"submission"}
	for _, p := range all[0].Parts {
		head = append(head, p.Name)
	}
	rows := [][]string{append(head, "points", "of")}
	for _, g := range all {
		row := []string{line(g.Submission)}
		for _, p := range g.Parts {
			row = append(row, strconv.Itoa(p.Score))
		}
		rows = append(rows, append(row, strconv.Itoa(g.Score), strconv.Itoa(g.Max)))
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		fmt.Fprintf(b, "%-*s", width[0], row[0])
		for i, cell := range row[1:] {
			fmt.Fprintf(b, "  %*s", width[i+1], cell)
		}
		b.WriteString("\n")
	}
}

// wrongs says what is wrong with a submission; nothing if nothing is.
func (g *Grade) wrongs(b *strings.Builder) {
	undecided := slices.ContainsFunc(g.Parts, func(p Part) bool { return len(p.Undecided) > 0 })
	if g.Score == g.Max && len(g.Remarks) == 0 && !undecided {
		return
	}
	fmt.Fprintf(b, "\n%s\n", line(g.Submission))
	for _, r := range g.Remarks {
		fmt.Fprintf(b, "  %s\n", r)
	}
	if g.Refused != "" {
		fmt.Fprintf(b, "  refused: %s\n", g.Refused)
		return
	}
	for _, p := range g.Parts {
		for _, what := range p.Undecided {
			fmt.Fprintf(b, "  %s, not decided: %s\n", p.Name, what)
		}
		if !p.Passed {
			fmt.Fprintf(b, "  %s, 0 of %d: %s\n    %s\n", p.Name, p.Points, p.Property,
				strings.ReplaceAll(p.Said(), "\n", "\n    "))
		}
	}
}

func indented(w io.Writer, x any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(x)
}

func asJSON(w io.Writer, all []*Grade) error { return indented(w, all) }

// asCSV is a table after RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe.
func asCSV(w io.Writer, all []*Grade) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	head := []string{"submission", "points", "of"}
	for _, p := range all[0].Parts {
		head = append(head, cell(p.Name))
	}
	_ = c.Write(append(head, "refused"))
	for _, g := range all {
		row := []string{cell(g.Submission), strconv.Itoa(g.Score), strconv.Itoa(g.Max)}
		for _, p := range g.Parts {
			row = append(row, strconv.Itoa(p.Score))
		}
		_ = c.Write(append(row, cell(g.Refused)))
	}
	c.Flush()
	return c.Error()
}

func cell(s string) string {
	if s = line(s); s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// The parts of JUnit's XML, as Ant's schema has them.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Package   string      `xml:"package,attr"`
		ID        int         `xml:"id,attr"`
		Name      string      `xml:"name,attr"`
		Timestamp string      `xml:"timestamp,attr"`
		Hostname  string      `xml:"hostname,attr"`
		Tests     int         `xml:"tests,attr"`
		Failures  int         `xml:"failures,attr"`
		Errors    int         `xml:"errors,attr"`
		Time      string      `xml:"time,attr"`
		Props     struct{}    `xml:"properties"`
		Cases     []junitCase `xml:"testcase"`
		Out       string      `xml:"system-out"`
		Err       string      `xml:"system-err"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit has a suite for each submission. Times are 0, and the moment that of no clock: a grade is the same whenever it
// is given.
func junit(w io.Writer, all []*Grade) error {
	var x junitSuites
	for i, g := range all {
		s := junitSuite{Package: g.Lab, ID: i, Name: line(g.Submission), Timestamp: "2000-01-01T00:00:00",
			Hostname: "localhost", Tests: len(g.Parts), Time: "0", Out: strings.Join(g.Remarks, "\n"), Err: g.Refused}
		for _, p := range g.Parts {
			c := junitCase{Name: p.Name, Class: g.Lab, Time: "0"}
			if !p.Passed {
				s.Failures++
				c.Failure = &junitFailure{line(p.Said()), cmp.Or(p.How, "failed"), p.Text}
			}
			s.Cases = append(s.Cases, c)
		}
		x.Suites = append(x.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(x); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// gradescope is results.json: each test has a score, which add up.
func gradescope(w io.Writer, all []*Grade) error {
	type test struct {
		Score        int    `json:"score"`
		MaxScore     int    `json:"max_score"`
		Status       string `json:"status"`
		Name         string `json:"name"`
		Number       string `json:"number"`
		Output       string `json:"output"`
		OutputFormat string `json:"output_format"`
		Visibility   string `json:"visibility"`
	}
	var x struct {
		Output           string `json:"output"`
		OutputFormat     string `json:"output_format"`
		StdoutVisibility string `json:"stdout_visibility"`
		Tests            []test `json:"tests"`
	}
	g := all[0]
	x.Output, x.OutputFormat, x.StdoutVisibility = strings.Join(g.notes(), "\n"), "text", "hidden"
	for i, p := range g.Parts {
		t := test{p.Score, p.Points, "passed", p.Name + ": " + p.Property, strconv.Itoa(i + 1), "", "text", "visible"}
		if !p.Passed {
			t.Status, t.Output = "failed", p.Said()+"\n"+p.Text
		}
		x.Tests = append(x.Tests, t)
	}
	return indented(w, x)
}

// notes are what is to be said of a submission as a whole.
func (g *Grade) notes() (all []string) {
	if g.Refused != "" {
		all = append(all, "refused: "+g.Refused)
	}
	return append(all, g.Remarks...)
}

// classroom is the result of a step, as the reporter of GitHub Classroom takes it: JSON in base64.
func classroom(w io.Writer, all []*Grade) error {
	type test struct {
		Name     string `json:"name"`
		Status   string `json:"status"`
		Score    int    `json:"score"`
		Message  string `json:"message"`
		TestCode string `json:"test_code"`
		Filename string `json:"filename"`
		LineNo   int    `json:"line_no"`
	}
	g := all[0]
	x := struct {
		Version  int    `json:"version"`
		Status   string `json:"status"`
		MaxScore int    `json:"max_score"`
		Tests    []test `json:"tests"`
	}{1, "pass", g.Max, nil}
	for _, p := range g.Parts {
		t := test{Name: p.Name, Status: "pass", Score: p.Score, TestCode: p.Property}
		if !p.Passed {
			x.Status, t.Status, t.Message = "fail", "fail", p.Said()
		}
		x.Tests = append(x.Tests, t)
	}
	if g.Refused != "" {
		x.Status = "error"
	}
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, base64.StdEncoding.EncodeToString(text))
	return err
}

// Bounds of Exercism's texts, in characters.
const (
	exercismMessage = 65_535
	exercismOutput  = 500
)

// exercismTest is a test in results.json of a test runner.
type exercismTest struct {
	Name     string `json:"name"`
	Status   string `json:"status"`
	Message  string `json:"message,omitempty"`
	Output   string `json:"output,omitempty"`
	TestCode string `json:"test_code"`
	Task     int    `json:"task_id,omitempty"` // from version 3 on
}

// exercism is results.json of a test runner of a version.
func exercism(version int) func(w io.Writer, all []*Grade) error {
	return func(w io.Writer, all []*Grade) error { return all[0].exercism(w, version) }
}

func (g *Grade) exercism(w io.Writer, version int) error {
	x := struct {
		Version int            `json:"version"`
		Status  string         `json:"status"`
		Message string         `json:"message,omitempty"`
		Tests   []exercismTest `json:"tests"`
	}{version, "pass", "", []exercismTest{}}
	if g.Refused != "" {
		x.Status, x.Message = "error", cut(g.Refused, exercismMessage)
		return indented(w, x)
	}
	for i, p := range g.Parts {
		t := exercismTest{Name: p.Name, Status: "pass", TestCode: p.Property}
		if version > 2 {
			t.Task = i + 1
		}
		if !p.Passed {
			x.Status, t.Status = "fail", "fail"
			t.Message, t.Output = cut(p.Said(), exercismMessage), cut(p.Text, exercismOutput)
		}
		x.Tests = append(x.Tests, t)
	}
	return indented(w, x)
}
