package analyse

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"machsim/debugger/study/flow"
)

// The measures of the picture, in pixels.
const (
	columnWidth = 230
	boxWidth    = 190
	boxHeight   = 34
	rowHeight   = 56
	top         = 50
	left        = 20
)

// Picture is a picture of the graph, and where in it the nodes are.
type Picture struct {
	SVG           string
	Width, Height int
	Boxes         []Box
}

// Box is where a node is drawn: a point for its upper left corner, and its size, in pixels.
type Box struct {
	Where               string // its line
	X, Y, Width, Height int
}

// SVG is the picture as a file.
func (r *Report) SVG() string { return r.Picture().SVG }

// Picture draws the graph: a column for each process, with what it sends and receives in the order of the text, and the
// ways for messages between them. Where a process knows of others there is a bar before the box.
func (r *Report) Picture() *Picture {
	at, rows, x := map[int][2]int{}, 0, &Picture{}
	for i, p := range r.Processes {
		for j, n := range p.Nodes {
			at[n.ID] = [2]int{left + i*columnWidth, top + j*rowHeight}
			x.Boxes = append(x.Boxes, Box{n.Where, at[n.ID][0], at[n.ID][1], boxWidth, boxHeight})
		}
		rows = max(rows, len(p.Nodes))
	}
	x.Width, x.Height = 2*left+max(1, len(r.Processes))*columnWidth, top+rows*rowHeight+left
	var w strings.Builder
	fmt.Fprintf(&w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" "+
		"font-size=\"12\">\n", x.Width, x.Height)
	w.WriteString("<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" " +
		"markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n" +
		"<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
	for i, p := range r.Processes {
		fmt.Fprintf(&w, "<text x=\"%d\" y=\"30\" font-weight=\"bold\">%s</text>\n", left+i*columnWidth,
			html.EscapeString(p.Name+map[bool]string{true: ", any number"}[p.Family]))
		for _, n := range p.Nodes {
			r.box(&w, n, at[n.ID])
		}
	}
	for _, p := range r.Processes {
		for _, n := range p.Nodes {
			for _, to := range n.To {
				way(&w, at[n.ID], at[to])
			}
		}
	}
	w.WriteString("</svg>\n")
	x.SVG = w.String()
	return x
}

// box draws a node.
func (r *Report) box(w *strings.Builder, n Node, at [2]int) {
	fill := "#eef4ff"
	if r.graph.Nodes[n.ID].Kind == flow.Receive {
		fill = "#f4fbee"
	}
	fmt.Fprintf(w, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"black\"/>\n", at[0], at[1],
		boxWidth, boxHeight, fill)
	fmt.Fprintf(w, "<text x=\"%d\" y=\"%d\">%s</text>\n<text x=\"%d\" y=\"%d\">%s</text>\n", at[0]+6, at[1]+14,
		html.EscapeString(n.What), at[0]+6, at[1]+28, html.EscapeString(n.Where))
	if i := slices.IndexFunc(r.Points, func(x Point) bool { return x.Node == n.ID }); i >= 0 {
		fmt.Fprintf(w, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"5\" fill=\"#d06000\"><title>%s</title></rect>\n", at[0],
			at[1]-8, boxWidth, html.EscapeString(r.Points[i].Process+" "+r.Points[i].text()))
	}
}

// way draws the way for a message, from box to box; one of a family to itself leads around its side.
func way(w *strings.Builder, from, to [2]int) {
	x1, x2, bend, back := from[0]+boxWidth, to[0], 40, -40
	switch {
	case from[0] > to[0]:
		x1, x2, bend, back = from[0], to[0]+boxWidth, -40, 40
	case from[0] == to[0]:
		x2, back = to[0]+boxWidth, 40
	}
	y1, y2 := from[1]+boxHeight/2, to[1]+boxHeight/2
	fmt.Fprintf(w, "<path d=\"M%d,%d C%d,%d %d,%d %d,%d\" fill=\"none\" stroke=\"#555\" stroke-dasharray=\"4 3\" "+
		"marker-end=\"url(#head)\"/>\n", x1, y1, x1+bend, y1, x2+back, y2, x2, y2)
}
