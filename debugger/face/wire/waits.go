package wire

import (
	"context"

	"machsim/debugger"
)

var waitMethods = Group{"Waits", []Method{
	calls[ofThread]("why", "Says why a thread does not go on, and who could end that.", (*debugger.Debugger).Why),
	list("blocked", "Lists the threads that wait, or would wait: Krawczuk's blocked table.", (*debugger.Debugger).Blocked),
	list("suspended", "Lists the threads that are suspended, and those that only the debugger stops.",
		(*debugger.Debugger).Suspended),
	list("delays", "Lists the artificial delays: what is kept back until its turn in the recorded order.",
		(*debugger.Debugger).Delays),
	with("rpcs", "Lists the remote calls up to the present position.",
		func(ctx context.Context, d *debugger.Debugger, p RPCs) ([]debugger.RPC, error) {
			return d.RPCs(ctx, p.Which, p.From, p.Most)
		}),
	calls[struct {
		Model string `doc:"register, map, counter or queue, with settings"`
	}]("linearizable",
		"Says whether the remote calls are linearizable. If not, the calls that say why can be walked.",
		(*debugger.Debugger).Linearizable),
	calls[ofNumber]("rpc", "Says what has become of a remote call, or what keeps it.", (*debugger.Debugger).RPC),
	calls[none]("orphans", "Answers the threads that serve remote calls whose callers gave up, with the numbers of these.",
		(*debugger.Debugger).Orphans),
	panicMethod,
}}

// RPCs says which remote calls are wanted.
type RPCs struct {
	Page
	Which string `json:"which" doc:"failed, orphans, doubled, or the name of a thread or port; \"\" for all"`
}
