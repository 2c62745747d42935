package simtest

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

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

// retry tries the seeds with which a test has failed before: what is not mended is found at once. It returns nil if
// none of them fails. With a strategy that learns, a seed does not say what a run chooses without the runs before it,
// so none is tried first: the whole search finds the same run again.
func (p *plan) retry(t testing.TB) *tried {
	if *onlySeed != 0 || study.Learns(p.options.Strategy) {
		return nil
	}
	for _, seed := range earlier(t.Name()) {
		o := p.options
		o.Seed = seed
		s := p.open(t, o)
		if found := s.Try(context.Background(), 1, nil); found.Failed {
			return &tried{s, found}
		}
	}
	return nil
}
