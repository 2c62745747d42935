package grade

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"machsim/test/lab/verdict"
)

// sampleGrades are one with a part that failed, with all that a student could put into texts, and one that was refused.
func sampleGrades() []*Grade {
	wild := plain("=1+1\x1b[31m <b>&\"'\n\x00\u202e" + strings.Repeat("x", 600))
	part := func(passed bool, v verdict.Verdict) Part {
		p := Part{About: verdict.About{Name: "first", Points: 10, Property: "all is well"}, Verdict: v}
		if p.Passed = passed; passed {
			p.Score = 10
		}
		return p
	}
	failed := verdict.Verdict{How: "STUCK", Wrong: wild, Seed: 7, Thread: "a.b", Line: "x.go:3", Text: wild}
	return []*Grade{
		{Submission: "=ann", Lab: "mutex", Score: 10, Max: 20,
			Parts: []Part{part(true, verdict.Verdict{}), part(false, failed)}},
		{Submission: "bob", Lab: "mutex", Max: 20, Refused: wild, Remarks: []string{"left out: x"},
			Parts: []Part{part(false, verdict.Verdict{Wrong: "not judged"}), part(false, verdict.Verdict{Wrong: "not judged"})}},
	}
}

func formatted(t *testing.T, name string, all ...*Grade) string {
	t.Helper()
	var b bytes.Buffer
	if err := FormatOf(name).Write(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSchemas holds what is written for others against what these say of it.
func TestSchemas(t *testing.T) {
	for _, name := range []string{"gradescope", "classroom", "exercism", "exercism3"} {
		text, err := os.ReadFile(filepath.Join("testdata", "schema", strings.TrimSuffix(name, "3")+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var s jsonschema.Schema
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		schema, err := s.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range sampleGrades() {
			said := []byte(formatted(t, name, g))
			if name == "classroom" {
				if said, err = base64.StdEncoding.DecodeString(strings.TrimSpace(string(said))); err != nil {
					t.Fatal(err)
				}
			}
			var x any
			if err := json.Unmarshal(said, &x); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(x); err != nil {
				t.Errorf("%s: %v\n%s", name, err, said)
			}
		}
	}
}

// TestScores: what each format says of points adds up to the grade.
func TestScores(t *testing.T) {
	g := sampleGrades()[0]
	var scope struct {
		Tests []struct {
			Score    int
			MaxScore int `json:"max_score"`
		}
	}
	if err := json.Unmarshal([]byte(formatted(t, "gradescope", g)), &scope); err != nil {
		t.Fatal(err)
	}
	score, most := 0, 0
	for _, x := range scope.Tests {
		score, most = score+x.Score, most+x.MaxScore
	}
	if score != g.Score || most != g.Max {
		t.Errorf("gradescope: %d of %d", score, most)
	}
	text := formatted(t, "text", sampleGrades()...)
	for _, want := range []string{"=ann           10      0      10  20", "STUCK:",
		"seed 7, thread a.b, at x.go:3", "refused:"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
	full := &Grade{Submission: "full", Score: 1, Max: 1, Parts: []Part{{About: verdict.About{Name: "x", Points: 1},
		Score: 1, Verdict: verdict.Verdict{Passed: true, Undecided: []string{"of 1 run"}}}}}
	if text := formatted(t, "text", full); !strings.Contains(text, "x, not decided: of 1 run") {
		t.Error(text)
	}
	var back []*Grade
	if err := json.Unmarshal([]byte(formatted(t, "json", sampleGrades()...)), &back); err != nil || len(back) != 2 {
		t.Error(err)
	}
}

// TestTables: CSV can be read, and no cell is a formula; JUnit's XML can be read, counts right, and has no characters
// that XML forbids.
func TestTables(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(formatted(t, "csv", sampleGrades()...))).ReadAll()
	if err != nil || len(rows) != 3 || len(rows[0]) != 6 {
		t.Fatal(err, rows)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
				t.Errorf("%q is a formula", cell)
			}
		}
	}
	text := formatted(t, "junit", sampleGrades()...)
	var x junitSuites
	if err := xml.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	if len(x.Suites) != 2 || x.Suites[0].Tests != 2 || x.Suites[0].Failures != 1 || x.Suites[1].Failures != 2 ||
		x.Suites[0].Cases[1].Failure == nil || x.Suites[0].Timestamp == "" {
		t.Errorf("%+v", x)
	}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
