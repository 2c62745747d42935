// Package share is the command explore for many machines. An exploration is shared by a coordinator, which hands out
// its shards, and workers. Neither runs programs: each shard is made by a process of its own, of the machsim that
// has the program. So the two need no supervisor, and are no commands that cobra runs: the flags of the program are
// known to the other processes alone.
package share

import (
	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/workqueue"
)

// Flags of explore for many machines.
const (
	coordinateFlag = "coordinate"
	joinFlag       = "join"
	shardsFlag     = "shards"
	silenceFlag    = "silence"
)

// Register adds these flags, for help and completion.
func Register(f *pflag.FlagSet) {
	f.String(coordinateFlag, "", "let workers make the runs, which join at `ADDRESS`: HOST:PORT, or the URL of a NATS "+
		"server (default a port of this machine alone)")
	f.Lookup(coordinateFlag).NoOptDefVal = "127.0.0.1:0"
	f.Lookup(coordinateFlag).DefValue = ""
	f.String(joinFlag, "", "work for the coordinator at `URL`, or at that in a file")
	f.Int(shardsFlag, 0, "divide the runs of --coordinate into `N` shards (default by the number of runs)")
	f.Duration(silenceFlag, workqueue.UsualSilence,
		"give the shards of a worker to others that has been silent for `TIME`")
}
