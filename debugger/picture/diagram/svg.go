package diagram

import (
	"bytes"
	"fmt"
	"strings"

	"machsim/ipc/quote"
)

// Measures of the picture, in pixels.
const (
	timeWidth  = 78   // left of the lanes
	laneInset  = 40   // from where a lane's room begins to its line: the events' numbers stand there
	rowHeight  = 25   // from event to event
	aboveRow   = 12.8 // of a row, where the position passes: above its words, below those of the row before
	gapHeight  = 20   // more, where time passes
	againRows  = 30   // rows after which the lanes' names are repeated
	againHigh  = 26   // more, for that
	leastPitch = 112  // room of a lane, with the words beside its events
	mostPitch  = 250  //
	wanted     = 1640 // width of all lanes, if their pitches allow it
	leastWide  = 820  // width of the picture
	margin     = 16
)

// picture holds a Diagram while it is drawn as SVG.
type picture struct {
	*Diagram
	b      bytes.Buffer
	pitch  float64
	wide   float64
	sides  map[int]uint8 // of events, by index in the run: where arrows arrive and leave
	names  [][]string    // of lanes, in lines
	head   float64       // height of the lanes' heads
	legend float64       // where the legend begins
	top    float64       // of the lanes' heads
	body   float64       // of the rows
	ys     []float64
	bottom float64 // of the lanes
	high   float64
	shown  [2]float64 // width and height of the picture; a slide is enlarged
}

// SVG draws the diagram as a picture. It uses no other file, shows details of events and arrows as
// tooltips, and follows the light or dark mode of its surroundings.
func (d *Diagram) SVG() []byte {
	p := &picture{Diagram: d}
	p.measure()
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`+"\n", p.shown[0], p.shown[1], p.wide, p.high)
	p.add("<title>%s</title>\n<style>%s</style>\n", escaped(d.Title()), style)
	p.markers()
	p.add(`<rect class="paper" width="%.0f" height="%.0f"/>`+"\n", p.wide, p.high)
	p.heading()
	p.heads()
	p.past()
	p.bands()
	p.rules()
	p.spans()
	p.lives()
	p.strips(p.strip)
	p.arrows()
	p.strips(p.again)
	p.cut()
	p.marks()
	p.foot()
	p.add("</svg>\n")
	return p.b.Bytes()
}

func (p *picture) add(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// entities are what stands in XML for characters that it uses itself.
var entities = strings.NewReplacer(`"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;",
	"\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")

// escaped escapes a text for XML. It quotes unprintable characters, some of which XML cannot hold.
func escaped(text string) string { return entities.Replace(quote.Text(text)) }

// measure computes the layout.
func (p *picture) measure() {
	n := float64(max(1, len(p.Lanes)))
	p.pitch = min(max(wanted/n, leastPitch), mostPitch)
	p.wide = max(timeWidth+n*p.pitch+margin, leastWide)
	p.touching()
	p.head = headHeight
	for i := range p.Lanes {
		p.names = append(p.names, broken(p.Lanes[i].Short, p.pitch-2*nameInset))
		p.head = max(p.head, headHeight+nameLine*float64(len(p.names[i])-1))
	}
	p.legend = 62
	p.top = p.legend + 24*float64(len(p.legendRows())) + 10
	if p.slide {
		p.top = 42
	}
	p.body = p.top + p.head + 8
	y := p.body
	for i, r := range p.Rows {
		if i > 0 && i%againRows == 0 {
			y += againHigh
		}
		if r.Gap > 0 {
			y += gapHeight
		}
		p.ys = append(p.ys, y+rowHeight/2.0)
		y += rowHeight
	}
	p.bottom = y + 10
	p.high = p.bottom + 30 + 18*float64(len(p.Left)) + margin
	p.shown = [2]float64{p.wide, p.high}
	if p.slide {
		p.enlarge()
	}
}

// A slide is as large as most projectors show it; what is drawn on it is enlarged to that.
const (
	slideWide = 1280
	slideHigh = 720
)

// enlarge gives the picture the shape of a slide: what is drawn is as wide as its height allows, and the lanes have the
// room.
func (p *picture) enlarge() {
	p.wide = max(timeWidth+leastPitch*float64(len(p.Lanes))+margin, p.high*slideWide/slideHigh)
	p.high = p.wide * slideHigh / slideWide
	p.pitch = (p.wide - timeWidth - margin) / float64(max(1, len(p.Lanes)))
	p.shown = [2]float64{slideWide, slideHigh}
}

// x returns the position of a lane's line.
func (p *picture) x(lane int) float64 { return p.edge(lane) + laneInset }

// edge returns the left edge of a lane's room.
func (p *picture) edge(lane int) float64 { return timeWidth + float64(lane)*p.pitch }

// y returns the height of an event of the run; for an event without a row, that of the next row.
func (p *picture) y(event int) float64 {
	switch row := p.rowOf(event); {
	case event < p.From:
		return p.body
	case row == len(p.Rows):
		return p.bottom
	default:
		return p.ys[row]
	}
}

// levelY returns the height of a level of the position: above a row.
func (p *picture) levelY(level int) float64 {
	switch {
	case len(p.ys) == 0:
		return p.body
	case level == len(p.ys):
		return p.ys[level-1] + rowHeight/2.0
	}
	return p.ys[level] - aboveRow
}

// words returns how many small letters fit beside an event that shares its row: up to the next
// lane's room.
func (p *picture) words() int { return int((p.pitch - laneInset - 14) / letter) }

// wordsAlone returns how many fit if the event has its row to itself: up to the next lane's line.
func (p *picture) wordsAlone(lane int) int {
	if lane+1 >= len(p.Lanes) {
		return p.words()
	}
	return int((p.pitch - 17) / letter)
}
