// Package machsim is the root of the module: the source that labs are built of, in every executable that teaches.
package machsim

import "embed"

// Source is the source of the kernel, its libraries, simtest, the debugger and the prompt, with all that these import
// of machsim: what a lab needs is built of it where there is Go, but neither this source nor a network. The tests are
// in it because no pattern leaves them out; nobody unpacks them.
//
//go:embed cthreads/*.go debugger/*.go debugger/choose/explore/*.go debugger/choose/explore/numbered/*.go
//go:embed debugger/choose/explore/touch/*.go debugger/choose/schedule/*.go debugger/choose/strategy/*.go
//go:embed debugger/data/export/*.go debugger/data/sqlitefile/*.go
//go:embed debugger/data/stats/*.go debugger/data/tables/*.go debugger/event/*.go debugger/event/facts/*.go
//go:embed debugger/event/history/*.go debugger/event/rpc/*.go debugger/event/text/*.go debugger/event/trace/*.go
//go:embed debugger/event/view/*.go debugger/event/waitfor/*.go debugger/face/repl/*.go debugger/lang/*.go
//go:embed debugger/lang/eval/*.go debugger/lang/temporal/*.go debugger/lines/origin/*.go debugger/lines/race/*.go
//go:embed debugger/lines/source/*.go debugger/picture/diagram/*.go debugger/picture/tile/*.go
//go:embed debugger/query/breakpoint/*.go debugger/query/detect/*.go debugger/query/predicate/*.go
//go:embed debugger/record/*.go debugger/record/atomicfile/*.go debugger/record/watch/*.go debugger/replay/encode/*.go
//go:embed debugger/replay/engine/*.go debugger/replay/graph/*.go debugger/replay/memory/*.go
//go:embed debugger/replay/picture/*.go debugger/replay/rebuild/*.go debugger/replay/tape/*.go
//go:embed debugger/run/commandline/*.go debugger/run/cycle/*.go debugger/run/livelock/*.go debugger/run/report/*.go
//go:embed debugger/run/runner/*.go debugger/session/*.go debugger/study/*.go debugger/study/campaign/*.go
//go:embed debugger/study/cause/*.go debugger/study/contrast/*.go debugger/study/halting/*.go debugger/study/linear/*.go
//go:embed debugger/study/shrink/*.go ipc/*.go ipc/quote/*.go ipc/table/*.go kernel/*.go kernel/*.s kernel/hook/*.go
//go:embed kernel/hook/*.s netname/*.go netname/callrpc/*.go
//go:embed test/lab/*.go test/lab/prompt/*.go test/lab/verdict/*.go test/simtest/*.go
var Source embed.FS
