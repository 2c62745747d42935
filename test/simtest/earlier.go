package simtest

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/run/runner"
	"machsim/debugger/study"
)

// mostEarlier is how many seeds that have failed before are tried again.
const mostEarlier = 20

// earlier are the seeds with which a test has failed before, the smallest first: those of
// which it has left a recording.
func earlier(test string) (all []uint64) {
	prefix := strings.TrimSuffix(recordingOf(test, 0), "0.rec")
	files, err := filepath.Glob(filepath.Join(filepath.Dir(prefix), "*.rec"))
	if err != nil {
		return nil
	}
	for _, file := range files {
		name, ours := strings.CutPrefix(strings.TrimSuffix(file, ".rec"), prefix)
		if seed, err := strconv.ParseUint(name, 10, 64); ours && err == nil {
			all = append(all, seed)
		}
	}
	slices.Sort(all)
	return all[:min(len(all), mostEarlier)]
}

// retry tries the seeds with which a test has failed before: what is not mended is found
// at once. Note says so if one of them fails. With a strategy that learns, a seed does not say what a run
// chooses without the runs before it, so none is tried first: the whole search finds the same run again.
func (p *plan) retry(test string) (t *study.Study, found runner.Found, note string) {
	if *onlySeed != 0 || p.learns() {
		return nil, found, ""
	}
	for _, seed := range earlier(test) {
		o := p.options
		o.Seed = seed
		t = study.New(o, p.claims)
		if found = t.Try(1, nil); found.Failed {
			return t, found, "it has failed before with this seed, which was tried first"
		}
	}
	return nil, found, ""
}

// try runs the program under the seeds with which the test has failed before, then under
// n others. Note says which seeds were fine before the one that fails.
func (p *plan) try(t testing.TB, n int) (tried *study.Study, found runner.Found, note string) {
	if tried, found, note = p.retry(t.Name()); note != "" {
		return tried, found, note
	}
	tried = study.New(p.options, p.claims)
	found = tried.Try(n, nil)
	return tried, found, fine(found.Fine)
}
