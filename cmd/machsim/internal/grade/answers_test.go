package grade

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/cmd/machsim/internal/question"
	"machsim/test/lab/verdict"
)

// dinner is a workshop of a debugging lab.
func dinner(t *testing.T, key string) *Workshop {
	t.Helper()
	l, err := lab.Find("dinner")
	if err != nil {
		t.Fatal(err)
	}
	w, err := Open(l, "", key)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// dealtTo writes what a student was given to a directory of his or her name, with other texts in place of some files.
func dealtTo(t *testing.T, w *Workshop, id string, other map[string]string) string {
	t.Helper()
	all, err := question.Files(t.Context(), w.Lab, w.key, id)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(all, other)
	dir := filepath.Join(t.TempDir(), id)
	if err := lab.Write(dir, all); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestAnswersOfOthers: answers are about the run of whoever hands them in, who has to be known.
func TestAnswersOfOthers(t *testing.T) {
	w := dinner(t, "secret")
	bobs, err := question.Files(t.Context(), w.Lab, "secret", "bob")
	if err != nil {
		t.Fatal(err)
	}
	for want, other := range map[string]map[string]string{
		"":                                     {"README.md": "read"},
		"answers.txt does not say whose it is": {lab.AnswersFile: "ring: 1\n"},
		"is no name of a student":              {lab.AnswersFile: "student: ../../x\n"},
		"it says that it is of bob, and is handed in as ann": {lab.AnswersFile: bobs[lab.AnswersFile]},
		"run.rec is not the run that ann was given":          {lab.RunFile: bobs[lab.RunFile]},
		"answers.txt has more than 64 kB":                    {lab.AnswersFile: strings.Repeat("#\n", 40_000)},
		"fewest.rec has more than 64 kB":                     {"fewest.rec": strings.Repeat("x", 70_000)},
	} {
		g, err := w.Judge(dealtTo(t, w, "ann", other))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(g.Refused, want) || (g.Refused == "") != (want == "") || g.Score != 0 || g.Max != 100 ||
			len(g.Remarks) > 0 {
			t.Errorf("%s: refused %q, remarks %q, %d of %d", want, g.Refused, g.Remarks, g.Score, g.Max)
		}
	}
}

// TestAnswersTwice: who hands in twice, under two names, is told; a list of the class says who may.
func TestAnswersTwice(t *testing.T) {
	w := dinner(t, "secret")
	w.Students = map[string]bool{"ann": true}
	first := dealtTo(t, w, "ann", nil)
	second := dealtTo(t, w, "ann", map[string]string{lab.AnswersFile: "student: ann\nring: 5\nand so on\n"})
	third := dealtTo(t, w, "eve", nil)
	s, err := w.OpenStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 2 { // judged, and then kept
		all, err := w.All(t.Context(), []string{first, second, third}, 2, s, func(*Grade, bool) {})
		if err != nil {
			t.Fatal(err)
		}
		var remarks []string
		for _, g := range all {
			remarks = append(remarks, strings.Join(g.Remarks, "; ")+g.Refused)
		}
		want := []string{"2 submissions are of ann", "answers.txt has 1 lines that are no answers, the first is and so on; " +
			"2 submissions are of ann", "eve is not in the list of the class"}
		for i := range want {
			if remarks[i] != want[i] {
				t.Errorf("%q, and not %q", remarks[i], want[i])
			}
		}
	}
	if _, differs, err := w.Again(second, s); err != nil || len(differs) > 0 {
		t.Errorf("graded again it differs: %q, %v", differs, err)
	}
}

// TestAnswersOpenly: without a key of the course the run is the one that lies there, or that of the open key.
func TestAnswersOpenly(t *testing.T) {
	for _, key := range []string{Given, verdict.OpenKey} {
		w := dinner(t, key)
		dir := dealtTo(t, dinner(t, verdict.OpenKey), "me", nil)
		g, err := w.Judge(dir)
		if err != nil || g.Refused != "" || len(g.Parts) != 2 || g.Parts[0].Wrong != "there is no answer" {
			t.Errorf("key %q: %+v, %v", key, g, err)
		}
		bad := dealtTo(t, dinner(t, verdict.OpenKey), "me", map[string]string{lab.RunFile: "x"})
		if g, err := w.Judge(bad); err != nil || g.Refused == "" {
			t.Errorf("key %q: a run that is none: %+v, %v", key, g, err)
		}
	}
}
