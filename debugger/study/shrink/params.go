package shrink

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"machsim/debugger/choose/schedule"
	"machsim/debugger/event/text"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// How many runs are made at random to find the failure with a smaller parameter, when the schedule does not lead to it.
const (
	attempts    = 48  // with a value that makes runs shorter by a tenth
	fewAttempts = 6   // with another one
	allAttempts = 120 // with all values
)

// least looks for the failure in a run that has all parameters as small as they may be.
func (s *shrinker) least() bool {
	c := s.best.candidate
	for _, p := range s.program.Params {
		for _, less := range lesser(valueOf(c.args, p)) {
			if args := with(c.args, p.Name, less); s.allowed(args) {
				c.args = args
				break
			}
		}
	}
	return !maps.Equal(c.args, s.best.args) && !s.known(c) && s.found(c, "")
}

// allowed says whether the program runs with some arguments.
func (s *shrinker) allowed(args map[string]string) bool {
	c := s.best.candidate
	c.args = args
	o := s.upTo(nil, c, schedule.Follow(c.to))
	o.MaxSteps = 1
	r := runner.Do(o)
	defer r.Close()
	return r.Err == nil
}

// parameters makes each parameter smaller, as far as the failure can be found.
func (s *shrinker) parameters() (any bool) {
	for again := true; again; {
		again = false
		for _, p := range s.program.Params {
			for s.parameter(p.Name, p.Default) {
				any, again = true, true
			}
		}
	}
	return any
}

// parameter makes one smaller.
func (s *shrinker) parameter(name, value string) bool {
	if given, ok := s.best.args[name]; ok {
		value = given
	}
	for _, less := range lesser(value) {
		if s.over() {
			return false
		}
		c := s.best.candidate
		c.args = with(c.args, name, less)
		if s.known(c) {
			continue
		}
		if s.found(c, name+"="+less) {
			return true
		}
	}
	return false
}

// found looks for the failure with other parameters, at random so many times for what is changed. At first any run with
// it will do.
func (s *shrinker) found(c candidate, what string) bool {
	any := func(m *run) bool {
		return m.size.Events <= s.most && !(s.settled && s.best.size.less(m.size))
	}
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
	n := fewAttempts
	if what != "" && 10*m.size.Events < 9*s.usual {
		n = attempts
	}
	for s.attempts[what] < n && s.drawn < allAttempts {
		if s.over() {
			return false
		}
		s.drawn++
		if s.take(s.attempt(c, what), any) {
			return true
		}
	}
	return false
}

// attempt makes the next run at random for what is changed.
func (s *shrinker) attempt(c candidate, what string) *run {
	s.attempts[what]++
	m := s.make(c, atRandom(s.attempts[what], c.to))
	if m != nil && m.failure == (report.Failure{}) && maps.Equal(c.args, s.best.args) {
		s.usual = m.size.Events
	}
	return m
}

// key has the value of each parameter.
func (s *shrinker) key(args map[string]string) string {
	all := text.Each(s.program.Params, func(p kernel.Param) string { return valueOf(args, p) })
	return strings.Join(all, "\x00")
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

// lesserOf returns 0, 1, 2, and then what is left when ever less is taken off: 8 becomes 0, 1, 2, 4, 6, 7.
func lesserOf(n int64, text func(int64) string) (all []string) {
	for i := range min(n, 3) {
		all = append(all, text(i))
	}
	for off := n; off > 0; off /= 2 {
		if n-off > 2 {
			all = append(all, text(n-off))
		}
	}
	return all
}

// with returns arguments with another value for a parameter.
func with(args map[string]string, name, value string) map[string]string {
	other := maps.Clone(args)
	if other == nil {
		other = map[string]string{}
	}
	other[name] = value
	return other
}
