package shrink

import (
	"fmt"
	"strconv"
	"time"

	"machsim/debugger/report"
	"machsim/debugger/schedule"
)

// attempts is how many runs are made at random to find the failure with a smaller parameter, when the schedule does not
// lead to it.
const (
	attempts     = 12
	mostAttempts = 48 // with the least value
)

// parameters makes each parameter smaller, as far as the failure can be found.
func (s *shrinker) parameters() (any bool) {
	for _, p := range s.program.Params {
		for s.parameter(p.Name, p.Default) {
			any = true
		}
	}
	return any
}

// parameter makes one smaller.
func (s *shrinker) parameter(name, value string) bool {
	if given, ok := s.best.args[name]; ok {
		value = given
	}
	n := mostAttempts
	for _, less := range lesser(value) {
		if s.over() {
			return false
		}
		c := s.best.candidate
		c.args = s.arguments(name, less)
		if s.known(c) {
			continue
		}
		before := s.runs
		if s.found(c, n) {
			return true
		}
		if s.runs > before {
			n = attempts
		}
	}
	return false
}

// found looks for the failure with other parameters.
func (s *shrinker) found(c candidate, attempts int) bool {
	any := func(m *run) bool { return m.size.Events <= s.most }
	m := s.make(c, schedule.Follow(c.to))
	if m == nil {
		return false
	}
	if s.take(m, any) {
		return true
	}
	if s.want.Verdict == report.NoEnd {
		return false
	}
	for n := range attempts {
		if s.over() {
			return false
		}
		if s.take(s.make(c, atRandom(n+1, s.best.size.Events, c.to.Lines)), any) {
			return true
		}
	}
	return false
}

// lesser returns the values that a parameter may get in place of one, the least first.
func lesser(value string) (all []string) {
	if n, err := strconv.Atoi(value); err == nil {
		return lesserOf(int64(n), func(n int64) string { return fmt.Sprint(n) })
	}
	if d, err := time.ParseDuration(value); err == nil {
		unit := time.Nanosecond
		for _, u := range []time.Duration{time.Microsecond, time.Millisecond, time.Second} {
			if d%u == 0 {
				unit = u
			}
		}
		return lesserOf(int64(d/unit), func(n int64) string { return (time.Duration(n) * unit).String() })
	}
	if value == "true" {
		return []string{"false"}
	}
	return nil
}

// lesserOf halves what is taken off each time: 8 becomes 0, 4, 6, 7.
func lesserOf(n int64, text func(int64) string) (all []string) {
	for off := n; off > 0; off /= 2 {
		all = append(all, text(n-off))
	}
	return all
}
