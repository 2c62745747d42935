package vet_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"machsim/cmd/machsim/vet"
	"machsim/cmd/machsim/vet/testdata/field"
	"machsim/kernel"
)

var update = flag.Bool("update", false, "write the table of rules into docs/VET.md")

// root is the module's directory, as seen from this package.
const root = "../../.."

const testdata = "./cmd/machsim/vet/testdata/"

// Every rule has a package of its name below testdata, whose comments say what is found
// where, and a file beside it what the fixes make of it. Package silence is about the
// comments that silence a rule. They are loaded together, which takes a tenth of the time.
func TestRules(t *testing.T) {
	byPackage := map[string]*analysis.Analyzer{}
	var dirs []string
	for i, r := range vet.Rules {
		byPackage[r.Name] = vet.Analyzers[i]
		dirs = append(dirs, testdata+r.Name)
	}
	byPackage["silence"] = byPackage["clock"]
	own := &analysis.Analyzer{
		Name:     "own",
		Doc:      "apply to each package the rule that it is about",
		Requires: vet.Analyzers[0].Requires,
		Run: func(pass *analysis.Pass) (any, error) {
			if a := byPackage[pass.Pkg.Name()]; a != nil {
				return a.Run(pass)
			}
			return reflect.Zero(vet.Analyzers[0].ResultType).Interface(), nil // the main package of a test
		},
		ResultType: vet.Analyzers[0].ResultType,
	}
	analysistest.RunWithSuggestedFixes(t, root, own, append(dirs, testdata+"silence")...)
}

// A finding is of the programs that come to its place. Where that is not known, it may be of any.
func TestOwners(t *testing.T) {
	found, err := vet.Check(root, []string{testdata + "owner"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprint(f.Programs, f.Of("one"), f.Of("two"), f.Of("three"), f.Of("four")))
	}
	want := []string{ // unused, early, both, third, fourth
		"[] true true true true", "[one] true false false false", "[one two] true true false false", "[] true true true true",
		"[four] false false false true",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The sample programs, and the parts of machsim that are programs, break no rule.
func TestSamplesAreClean(t *testing.T) {
	found, err := vet.Check(root, []string{"./programs/...", "./netname", "./cthreads"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// The kernel refuses the types that rule field reports, for the same fields, and no others.
func TestFieldsAreTheKernels(t *testing.T) {
	found, err := vet.Check(root, []string{testdata + "field"})
	if err != nil {
		t.Fatal(err)
	}
	var reported, refused []string
	for _, f := range found {
		if text, ok := strings.CutPrefix(f.Text, "field: "); ok {
			reported = append(reported, named(text))
		}
	}
	for _, v := range field.Types {
		if text := packed(t, v); text != "" {
			refused = append(refused, named(strings.ReplaceAll(text, "field.", "")))
		}
	}
	slices.Sort(reported)
	slices.Sort(refused)
	if diff := cmp.Diff(reported, refused); diff != "" {
		t.Errorf("-reported +refused:\n%s", diff)
	}
}

// named returns what a refusal is about.
func named(text string) string { return text[:strings.IndexAny(text, " :{")] }

// packed makes a message of a value, and returns why the kernel refuses it, "" if it does not.
func packed(t *testing.T, v any) string {
	t.Helper()
	main := func(b *kernel.Boot) { b.Task(0, "t", func(th *kernel.Thread) { kernel.Pack(th, v) }) }
	m, err := kernel.New(&kernel.Program{Name: "test", Main: main}, kernel.Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.Run()
	if f := m.World().Failure; f != nil {
		return f.Text
	}
	return ""
}

// The names are those that the framework takes.
func TestAnalyzersAreValid(t *testing.T) {
	if err := analysis.Validate(vet.Analyzers); err != nil {
		t.Error(err)
	}
}

// The manual has the table of the rules.
func TestManual(t *testing.T) {
	const file, begin, end = root + "/docs/VET.md", "-update -->\n", "<!-- end of rules -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatal("docs/VET.md has lost the marks around the table of rules")
	}
	want := head + begin + table() + end + tail
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("docs/VET.md is not up to date; run go test ./cmd/machsim/vet -update (-want +got):\n%s", diff)
	}
}

func table() string {
	var b strings.Builder
	b.WriteString("| rule | finds | use instead |\n|---|---|---|\n")
	for _, r := range slices.Concat(vet.Rules, vet.Whole) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Name, r.Finds, r.Use)
	}
	return b.String()
}

func TestIsTool(t *testing.T) {
	for line, want := range map[string]bool{
		"-V=full":                   true,
		"-flags":                    true,
		"/tmp/vet.cfg":              true,
		"-clock -json /tmp/vet.cfg": true,
		"":                          false,
		"vet ./...":                 false,
		"run hello":                 false,
		"info x.cfg":                false,
		"--version":                 false,
	} {
		if got := vet.IsTool(strings.Fields(line)); got != want {
			t.Errorf("machsim %s: %v", line, got)
		}
	}
}
