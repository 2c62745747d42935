package diagram

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// heading is the title, in as many lines as it needs: broken between its parts, or on very
// narrow screens between words.
func (t *text) heading() string {
	parts := strings.Split(t.Title(), "  ")
	if slices.ContainsFunc(parts, func(s string) bool { return utf8.RuneCountInString(s) > t.Width }) {
		return t.fill(strings.Fields(t.Title()), " ")
	}
	return t.fill(parts, "  ")
}

// header is the lanes' names: a line with the hosts, one with the tasks if one has
// several lanes, and the names, each as near above its lane as the others allow.
func (t *text) header() string {
	var lines []string
	add := func(line []rune) {
		lines = append(lines, strings.TrimRight(strings.Repeat(" ", gutter)+string(line), " "))
	}
	hosts, tasks := t.groups(hostKey), t.groups(taskKey)
	name := func(i int) string { return t.Lanes[i].Name }
	switch shared := len(tasks) < t.shown; {
	case !t.fit(hosts):
		name = func(i int) string { return strings.TrimPrefix(t.Lanes[i].Host+": "+t.Lanes[i].Name, ": ") }
	case shared && t.fit(tasks):
		add(t.brackets(hosts))
		add(t.brackets(tasks))
		name = func(i int) string { return t.Lanes[i].Short }
	default:
		add(t.brackets(hosts))
	}
	for _, line := range t.names(name) {
		add(line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// group is neighbouring lanes of one host, or task.
type group struct {
	name     string
	from, to int
}

// Keys by which lanes are grouped, and the names of the groups.
func hostKey(l *Lane) (key, name string) { return l.Host, l.Host }
func taskKey(l *Lane) (key, name string) { return l.Host + "\x00" + l.Task, l.Task }

func (t *text) groups(key func(*Lane) (key, name string)) (all []group) {
	last := ""
	for i := range t.shown {
		k, name := key(&t.Lanes[i])
		if i == 0 || k != last {
			all = append(all, group{name, i, i})
		}
		all[len(all)-1].to, last = i+1, k
	}
	return all
}

// room is how long the name of a group can be: to the right of the last there is nothing.
func (t *text) room(g group) int {
	if g.to == t.shown {
		return t.Width - gutter - t.x(g.from) - 4
	}
	return (g.to-g.from)*t.pitch - 5
}

// fit says whether there is room for the names of groups.
func (t *text) fit(groups []group) bool {
	return !slices.ContainsFunc(groups, func(g group) bool { return utf8.RuneCountInString(g.name) > t.room(g) })
}

// brackets draws each group as a bracket over its lanes, with its name.
func (t *text) brackets(groups []group) []rune {
	line := t.blank()
	begin, rule, end := "╭ ", "─", "╮"
	if t.ASCII {
		begin, rule, end = ". ", "-", "."
	}
	for _, g := range groups {
		if g.name == "" { // the debugger process, on no host
			continue
		}
		fill := max(0, (g.to-g.from-1)*t.pitch-utf8.RuneCountInString(g.name)-2)
		copy(line[t.x(g.from):], []rune(begin+g.name+" "+strings.Repeat(rule, fill)+end))
	}
	return line
}

func (t *text) blank() []rune { return []rune(strings.Repeat(" ", max(t.width(), t.Width-gutter))) }

// short is clip with what the screen can show.
func (t *text) short(name string, width int) string {
	name = clip(name, width)
	if t.ASCII {
		return strings.ReplaceAll(name, "…", "~")
	}
	return name
}

// names are the lines with the lanes' names, the top one first. A name stands in the
// lowest line in which it meets no name and no stem of a lane to its right.
func (t *text) names(name func(lane int) string) [][]rune {
	level := make([]int, t.shown)
	top := 0
	for i := t.shown - 1; i >= 0; i-- {
		end := t.x(i) + utf8.RuneCountInString(name(i))
		for j := i + 1; j < t.shown && t.x(j) <= end; j++ {
			level[i] = max(level[i], level[j]+1)
		}
		top = max(top, level[i])
	}
	var lines [][]rune
	for k := range top + 1 {
		line := t.blank()
		for i := range t.shown {
			if level[i] > k {
				line[t.x(i)] = []rune(t.stem())[0]
			} else if level[i] == k {
				copy(line[t.x(i):], []rune(t.short(name(i), len(line)-t.x(i))))
			}
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	return lines
}

func (t *text) stem() string {
	if t.ASCII {
		return "|"
	}
	return "│"
}
