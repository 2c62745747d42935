package wire

import "machsim/debugger"

var markMethods = Group{"Marks", []Method{
	calls[struct {
		Name string `doc:"a new one; \"\" for c1, c2 and so on"`
	}]("checkpoint", "Names the present position.", (*debugger.Debugger).Checkpoint),
	list("checkpoints", "Lists the checkpoints of the present run.", (*debugger.Debugger).Checkpoints),
	calls[ofName]("forget", "Forgets a checkpoint.", (*debugger.Debugger).Forget),
	calls[struct {
		Text string `doc:"a line"`
	}]("note", "Writes a line down about the present position.", (*debugger.Debugger).Note),
	list("notes", "Lists the notes of the present run.", (*debugger.Debugger).Notes),
	calls[ofNumber]("deleteNote", "Forgets a note; those after it move up.", (*debugger.Debugger).DeleteNote),
}}
