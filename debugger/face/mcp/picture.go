package mcp

import (
	"context"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"machsim/debugger"
	"machsim/debugger/picture/diagram/paint"
)

// Diagram says what is drawn.
type Diagram struct {
	Call
	From  int      `json:"from,omitempty" jsonschema:"the first event that is drawn; with to"`
	To    int      `json:"to,omitempty" jsonschema:"the last one"`
	Lanes []string `json:"lanes,omitempty" jsonschema:"the threads or tasks that are drawn; all if it is left out"`
	Form  string   `json:"form,omitempty" jsonschema:"png, svg or text; png if it is left out"`
}

// drawn is how many events are drawn around the position.
const drawn = 40

var diagramTool = does("diagram", "Draw a space-time diagram",
	"Draws a space-time diagram of the run: a lane for each thread, time downwards, an arrow wherever one affects "+
		"another, a line across at the position. Around the position, or from one event to another. As a picture, or "+
		"as text.",
	func(ctx context.Context, s *Session, a Diagram) (*sdk.CallToolResult, any, error) {
		d := s.debugger()
		if d == nil {
			return nil, nil, errNothing
		}
		picture, err := s.draws(ctx, d, a)
		switch {
		case err != nil:
			return nil, nil, worded(err)
		case a.Form == "text":
			return s.answered(picture.Text(debugger.DiagramScreen{}), nil)
		}
		x, data, err := s.answered(strings.Join(append([]string{picture.Title()}, picture.Left...), "\n"), nil)
		if err != nil {
			return nil, nil, err
		}
		image := &sdk.ImageContent{Data: picture.SVG(), MIMEType: "image/svg+xml"}
		if a.Form != "svg" {
			if image.Data, err = paint.PNG(picture.SVG()); err != nil {
				return nil, nil, err
			}
			image.MIMEType = "image/png"
		}
		x.Content = append(x.Content, image)
		return x, data, nil
	})

// pictureWords say how more of a run is drawn.
var pictureWords = debugger.DiagramWords{
	debugger.AnotherWindow: "from and to choose another window",
	debugger.MoreRoom:      "fewer lanes make more room",
}

func (s *Session) draws(ctx context.Context, d *debugger.Debugger, a Diagram) (p *debugger.Diagram, err error) {
	o := debugger.DiagramOptions{From: a.From, To: a.To, Lanes: a.Lanes, Words: pictureWords}
	if a.From == 0 && a.To == 0 {
		if o.From, o.To, err = d.Around(ctx, drawn); err != nil {
			return nil, err
		}
	}
	return d.Diagram(ctx, o)
}
