package diagram

import (
	"fmt"
	"slices"

	"machsim/debugger/event/waitfor"
)

// Heights of the lanes' heads.
const (
	hostHeight = 24
	taskHeight = 22
	nameHeight = 24
	nameLine   = 14 // more, for the second line of a name
	headHeight = hostHeight + taskHeight + nameHeight
	nameInset  = 12 // from where a lane's room begins to its name
)

// heading draws the title and the legend.
func (p *picture) heading() {
	p.add(`<text class="title" x="%d" y="28">%s</text>`+"\n", margin, escaped(fitted(fmt.Sprintf("%s, seed %d: %s", p.Program, p.Seed, p.Ending), p.wide-2*margin, titleSize, boldSpan)))
	if p.slide {
		return // it has no room for more
	}
	p.add(`<text class="sub" x="%d" y="48">%s</text>`+"\n", margin, escaped(fitted(p.subtitle(), p.wide-2*margin, textSize, span)))
	for i, row := range p.legendRows() {
		x := float64(margin)
		for _, item := range row {
			p.legendItem(item, x, p.legend+24*float64(i)+14)
			x += item.width()
		}
	}
}

func (p *picture) subtitle() string {
	if len(p.Events) == 0 {
		return "no events; " + p.Position
	}
	if p.replay != nil {
		return p.replayed()
	}
	last := &p.Events[len(p.Events)-1]
	return fmt.Sprintf("events %d to %d of %d, %s to %s; %s", p.From+1, p.To, p.Total,
		waitfor.Time(p.Events[0].Time), waitfor.Time(last.Time), p.Position)
}

// legendEntry explains a mark or a line.
type legendEntry struct {
	class string
	draw  string // what stands left of the words
	words string
}

func (l *legendEntry) width() float64 { return 48 + span(l.words, textSize) }

// legendRows returns the entries for the marks and lines that occur, in rows that fit the picture.
func (p *picture) legendRows() (rows [][]legendEntry) {
	used := p.wide
	for _, item := range p.legendEntries() {
		if used+item.width() > p.wide-margin {
			rows = append(rows, nil)
			used = margin
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], item)
		used += item.width()
	}
	return rows
}

func (p *picture) legendEntries() (all []legendEntry) {
	for k := range numKinds {
		if p.has(k) {
			all = append(all, legendEntry{k.String(), fmt.Sprintf(`<path class="m" transform="translate(10 0)" d="%s"/>`, shapes[k]), k.String()})
		}
	}
	if slices.ContainsFunc(p.Events, func(e Event) bool { return e.Held }) {
		all = append(all, legendEntry{"", `<circle class="held" cx="10" cy="0" r="7"/>`, "message held back"})
	}
	if p.folded() > 0 {
		all = append(all, legendEntry{"fold", foldMark(10, 0, 7), "events folded"})
	}
	for f := range numFlows {
		if p.flows(f) {
			line := fmt.Sprintf(`<path class="a %s" marker-end="url(#%s)" d="M0,0H20"/>`, f, f)
			all = append(all, legendEntry{"", line, f.String() + " arrow"})
		}
	}
	if slices.ContainsFunc(p.Arrows, func(a Arrow) bool { return a.Lost || a.To == Nowhere }) {
		all = append(all, legendEntry{"", `<path class="x" d="M7,-4L15,4M7,4L15,-4"/>`, "dropped or not received"})
	}
	return append(all, legendEntry{"", `<path class="life" d="M0,0H22"/>`, "runs"},
		legendEntry{"", `<path class="life waits" d="M0,0H22"/>`, "waits"},
		legendEntry{"", `<path class="cut" d="M0,0H22"/>`, "position"})
}

// flows says whether there is an arrow of a kind.
func (d *Diagram) flows(f Flow) bool {
	return slices.ContainsFunc(d.Arrows, func(a Arrow) bool { return a.Kind == f })
}

func (p *picture) legendItem(l legendEntry, x, y float64) {
	p.add(`<g class="key %s" transform="translate(%.1f %.1f)">%s<text x="28" y="4">%s</text></g>`+"\n", l.class, x, y, l.draw, l.words)
}

// heads draws hosts, tasks and names above the lanes, and bands behind the lanes of each
// host.
func (p *picture) heads() {
	p.groups(func(l *Lane) string { return l.Host }, p.hostHead)
	p.groups(func(l *Lane) string { return l.Host + "\x00" + l.Task }, p.taskHead)
	for i := range p.Lanes {
		p.nameHead(i)
	}
}

// strip draws the background of repeated lane names, and again the names.
func (p *picture) strips(draw func(y float64)) {
	for row := againRows; row < len(p.Rows); row += againRows {
		y := p.ys[row] - rowHeight/2.0 - againHigh
		if p.Rows[row].Gap > 0 {
			y -= gapHeight
		}
		draw(y)
	}
}

// groups calls draw for neighbouring lanes with the same key, and counts the groups.
func (p *picture) groups(key func(*Lane) string, draw func(group, from, to int)) {
	for i, group := 0, 0; i < len(p.Lanes); group++ {
		n := 1
		for i+n < len(p.Lanes) && key(&p.Lanes[i+n]) == key(&p.Lanes[i]) {
			n++
		}
		draw(group, i, i+n)
		i += n
	}
}

func (p *picture) hostHead(group, from, to int) {
	class := "band"
	if group%2 == 1 {
		class = "band odd"
	}
	x, wide := p.edge(from), p.edge(to)-p.edge(from)
	p.add(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`+"\n", class, x, p.top, wide, p.bottom-p.top)
	p.add(`<text class="host" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x+wide/2, p.top+16, escaped(fitted(headed("host ", p.Lanes[from].Host), wide, textSize, boldSpan)))
}

func (p *picture) taskHead(_, from, to int) {
	x, wide := p.edge(from)+3, p.edge(to)-p.edge(from)-6
	y := p.top + hostHeight
	p.add(`<rect class="box" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5"/>`+"\n", x, y, wide, p.head-hostHeight)
	p.add(`<text class="task" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x+wide/2, y+15, escaped(fitted(headed("task ", p.Lanes[from].Task), wide, taskSize, span)))
}

// headed is a name with what it is of; the debugger process is on no host, and no task.
func headed(what, name string) string {
	if name == "" {
		return ""
	}
	return what + name
}

// nameHead draws a lane's name, which begins a little to the left of its line.
func (p *picture) nameHead(i int) {
	l := &p.Lanes[i]
	p.add(`<g class="lane"><title>%s on host %s</title>`, escaped(l.Name), escaped(l.Host))
	for k, line := range p.names[i] {
		p.add(`<text class="name" x="%.1f" y="%.1f">%s</text>`, p.edge(i)+nameInset, p.top+hostHeight+taskHeight+14+nameLine*float64(k), escaped(line))
	}
	p.add("</g>\n")
}

// strip is what the lanes' names stand on where they are repeated, and again are the names.
func (p *picture) strip(y float64) {
	p.add(`<rect class="strip" x="%d" y="%.1f" width="%.1f" height="%d"/>`+"\n", timeWidth, y+3, p.edge(len(p.Lanes))-timeWidth, againHigh-6)
}

func (p *picture) again(y float64) {
	for i := range p.Lanes {
		p.add(`<text class="again" x="%.1f" y="%.1f">%s</text>`+"\n", p.edge(i)+nameInset, y+17, escaped(fitted(p.Lanes[i].Name, p.pitch-nameInset-6, againSize, boldSpan)))
	}
}

// rules draws lines to guide the eye, and the time beside them.
func (p *picture) rules() {
	right := p.edge(len(p.Lanes))
	for i, r := range p.Rows {
		y := p.ys[i]
		if r.Gap > 0 {
			gap := y - rowHeight/2.0 - gapHeight/2
			p.add(`<path class="gap" d="M%d,%.1fH%.1f"/><text class="time" x="%d" y="%.1f">+%s</text>`+"\n", timeWidth, gap, right, timeWidth-6, gap+3, shortTime(r.Gap))
		}
		if i%5 == 0 || r.Gap > 0 {
			p.add(`<path class="rule" d="M%d,%.1fH%.1f"/><text class="time" x="%d" y="%.1f">%s</text>`+"\n",
				timeWidth, y, right, timeWidth-6, y+3, p.clock(&p.Events[r.Events[0]]))
		}
	}
}

// clock is the time of an event; in a replay that debuggers halt, its step.
func (d *Diagram) clock(e *Event) string {
	if d.replay != nil {
		return fmt.Sprintf("step %d", e.Time)
	}
	return shortTime(e.Time)
}

// shortTime formats a virtual time in milliseconds, with as many digits as fit.
func shortTime(us int64) string {
	switch {
	case us%1000 == 0:
		return fmt.Sprintf("%d ms", us/1000)
	case us >= 100_000_000:
		return fmt.Sprintf("%.1f ms", float64(us)/1000)
	}
	return fmt.Sprintf("%.2f ms", float64(us)/1000)
}

// foot says what the picture leaves out.
func (p *picture) foot() {
	for i, s := range p.Left {
		p.add(`<text class="foot" x="%d" y="%.1f">%s</text>`+"\n", margin, p.bottom+36+18*float64(i), escaped(fitted(s, p.wide-2*margin, textSize, span)))
	}
}
