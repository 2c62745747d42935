package repl

import (
	"context"
	"errors"

	"machsim/debugger"
	"machsim/debugger/face/repl/answer"
)

// Ability says whether a command makes sense where one stands.
type Ability struct {
	Command string // with back of a command that goes back, with row of one that walks the rows of an answer
	Why     string // it makes none; "" if it does
}

// forward and backward are what commands do, and ofRows what they do with the word row, those that are always of use
// left out.
var (
	forward = map[string]debugger.Act{
		"step": debugger.StepOn, "next": debugger.StepOn, "finish": debugger.StepOn, "until": debugger.StepOn,
		"event": debugger.GoOn, "comm": debugger.NextOn, "continue": debugger.GoOn, "end": debugger.GoOn,
		"type":  debugger.TypeIn,
		"start": debugger.GoBack, "undo": debugger.Undo,
		"frame": debugger.LookInside, "up": debugger.LookInside, "down": debugger.LookInside, "args": debugger.LookInside,
		"whatis": debugger.LookInside, "origin": debugger.LookInside,
		"watch": debugger.LookInside, "rwatch": debugger.LookInside,
		"awatch": debugger.LookInside, "wwatch": debugger.LookInside,
		"globals": debugger.LookAtLines, "races": debugger.LookAtLines,
		"enable": debugger.Enable, "disable": debugger.Enable, "ocb": debugger.Meet, "pcb": debugger.Meet,
		"switch": debugger.Prefer, "rollback": debugger.RollBack, "delete": debugger.Forget,
		"run": debugger.RunOn, "choose": debugger.Choose, "drop": debugger.Lose,
		"alter": debugger.Lose, "reorder": debugger.Lose, "abort": debugger.EndWait,
		"parent": debugger.GoToParent, "fork": debugger.EnterFork, "close": debugger.EnterFork, "save": debugger.Save,
		"cause": debugger.FindCause,
	}
	backward = map[string]debugger.Act{
		"step": debugger.StepBack, "next": debugger.StepBack, "finish": debugger.StepBack, "until": debugger.StepBack,
		"event": debugger.GoBack, "comm": debugger.NextBack, "continue": debugger.GoBack,
	}
	ofRows = map[string]debugger.Act{"next": debugger.WalkRows, "goto": debugger.WalkRows}
)

// Can says of each command whether it makes sense where the Debugger stands (Krawczuk figure 3.2): the reason is what
// the command says itself, where it refuses.
func Can(ctx context.Context, d *debugger.Debugger) (all []Ability, err error) {
	reasons, err := d.Can(ctx)
	if err != nil {
		return nil, err
	}
	why := func(a debugger.Act) string {
		switch err := reasons[a]; {
		case err == nil:
			return ""
		case !errors.Is(err, debugger.ErrNoStatements):
			return Words(err)
		case a == debugger.StepOn || a == debugger.StepBack:
			return errPlain.Error()
		default:
			return answer.ErrUnseen.Error()
		}
	}
	looks := debugger.PersonOf(ctx).MayNot()
	for i := range Commands {
		name := Commands[i].Name
		add := func(name string, a debugger.Act) {
			if looks != nil && Commands[i].Motion {
				all = append(all, Ability{name, looks.Error()})
				return
			}
			all = append(all, Ability{name, why(a)})
		}
		add(name, forward[name])
		if a, ok := backward[name]; ok {
			add(name+" back", a)
		}
		if a, ok := ofRows[name]; ok {
			add(name+" row", a)
		}
	}
	return all, nil
}
