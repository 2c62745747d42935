// Package machsim is the root of the module: the source that labs are built of, in every executable that teaches.
package machsim

import "embed"

// Source is the source of the kernel, its libraries, simtest, the debugger and the prompt, with all that these import
// of machsim: what a lab needs is built of it where there is Go, but neither this source nor a network. The tests are
// in it because no pattern leaves them out; nobody unpacks them.
//
//go:embed cthreads/*.go debugger/*.go debugger/answers/*.go debugger/choose/explore/*.go
//go:embed debugger/choose/explore/numbered/*.go debugger/choose/explore/touch/*.go debugger/choose/schedule/*.go
//go:embed debugger/choose/strategy/*.go debugger/data/export/*.go debugger/data/sqlitefile/*.go
//go:embed debugger/data/stats/*.go debugger/data/tables/*.go debugger/edits/*.go debugger/event/*.go
//go:embed debugger/event/facts/*.go debugger/event/history/*.go debugger/event/rpc/*.go debugger/event/text/*.go
//go:embed debugger/event/trace/*.go debugger/event/view/*.go debugger/event/waitfor/*.go debugger/face/repl/*.go
//go:embed debugger/face/repl/answer/*.go debugger/face/repl/input/*.go debugger/face/repl/look/*.go
//go:embed debugger/lang/*.go debugger/lang/eval/*.go debugger/lang/temporal/*.go debugger/lines/origin/*.go
//go:embed debugger/lines/race/*.go debugger/lines/source/*.go debugger/past/*.go debugger/picture/arrow/*.go
//go:embed debugger/picture/diagram/*.go debugger/picture/tile/*.go debugger/present/*.go
//go:embed debugger/query/breakpoint/*.go debugger/query/check/*.go debugger/query/cuts/*.go
//go:embed debugger/query/detect/*.go debugger/query/halt/*.go debugger/query/predicate/*.go debugger/record/*.go
//go:embed debugger/record/atomicfile/*.go debugger/record/watch/*.go debugger/remote/*.go
//go:embed debugger/replay/encode/*.go debugger/replay/engine/*.go debugger/replay/graph/*.go
//go:embed debugger/replay/memory/*.go debugger/replay/picture/*.go debugger/replay/rebuild/*.go
//go:embed debugger/replay/tape/*.go debugger/rows/*.go debugger/run/commandline/*.go debugger/run/cycle/*.go
//go:embed debugger/run/livelock/*.go debugger/run/report/*.go debugger/run/runner/*.go debugger/session/*.go
//go:embed debugger/stops/*.go debugger/study/*.go debugger/study/campaign/*.go debugger/study/cause/*.go
//go:embed debugger/study/contrast/*.go debugger/study/halting/*.go debugger/study/linear/*.go
//go:embed debugger/study/shrink/*.go debugger/threads/*.go debugger/values/*.go ipc/*.go ipc/quote/*.go
//go:embed ipc/table/*.go kernel/*.go kernel/*.s kernel/hook/*.go kernel/hook/*.s netname/*.go netname/callrpc/*.go
//go:embed test/lab/*.go test/lab/prompt/*.go test/lab/verdict/*.go test/simtest/*.go
var Source embed.FS
