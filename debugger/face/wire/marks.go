package wire

import (
	"context"

	"machsim/debugger"
)

var markMethods = Group{"Marks", []Method{
	one[Name]("checkpoint", "Names the present position.", (*debugger.Debugger).Checkpoint),
	list("checkpoints", "Lists the checkpoints of the present run.", (*debugger.Debugger).Checkpoints),
	does("forget", "Forgets a checkpoint.",
		func(ctx context.Context, d *debugger.Debugger, p ofName) error { return d.Forget(ctx, p.Name) }),
	one[Text]("note", "Writes a line down about the present position.", (*debugger.Debugger).Note),
	list("notes", "Lists the notes of the present run.", (*debugger.Debugger).Notes),
	does("deleteNote", "Forgets a note; those after it move up.",
		func(ctx context.Context, d *debugger.Debugger, p ofNumber) error { return d.DeleteNote(ctx, p.Number) }),
}}

// Name is a name that is given.
type Name struct {
	Name string `json:"name" doc:"a new one; \"\" for c1, c2 and so on"`
}

// Text is what is written down.
type Text struct {
	Text string `json:"text" doc:"a line"`
}
