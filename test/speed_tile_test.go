package test

import (
	"fmt"
	"testing"
	"time"

	"machsim/debugger/picture/tile"
	"machsim/ipc"
	"machsim/kernel"
)

// tileRows are the figures of diagrams that people move in.
var tileRows = []row{{"Tiles", speedTiles}}

// speedTiles makes the first picture of a run of a million events in 64 lanes, and pictures of parts of it: 700 bins
// of all lanes. The first is compared with the opening of the recording, which people wait for as well.
func speedTiles(b *testing.B) {
	p := pairs(32)
	rec := longRun(b, p)
	s := openRecording(b, p, rec)
	defer s.Close()
	var w tile.Window
	for lane := range s.Lanes() {
		w.Rows = append(w.Rows, []int{lane})
	}
	w.Bins = 700
	var m *tile.Map
	bytes := 0
	least := inTurns(b,
		func() time.Duration { return timed(func() { openRecording(b, p, rec).Close() }) },
		func() time.Duration {
			return timed(func() {
				m, w.Step = tile.Of(s), int64(s.Len()/w.Bins+1)
				m.Tile(w)
			})
		},
		func() time.Duration {
			return timed(func() {
				w.Step = 64
				size := 0
				for _, marks := range m.Tile(w) {
					size += len(tile.Pack(marks))
				}
				bytes = max(bytes, size)
			})
		})
	report(b, float64(least[1])/float64(least[0]), "x-first", 0.2)
	report(b, float64(least[2])/float64(time.Millisecond), "ms-part", 16)
	report(b, float64(bytes), "bytes", 50_000)
}

// pairs is a program of clients that call servers, each its own.
func pairs(n int) *kernel.Program {
	return &kernel.Program{Name: "pairs", Main: func(b *kernel.Boot) {
		h := b.Host("a")
		for i := range n {
			var port, to ipc.Name
			server := b.Server(h, fmt.Sprint("server", i), func(th *kernel.Thread) {
				for {
					m := kernel.Must(th.Mach().Receive(port))
					kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0, m.Int(0)+1)))
				}
			})
			port = b.Port(server, fmt.Sprint("port", i))
			client := b.Task(h, fmt.Sprint("client", i), func(th *kernel.Thread) {
				for n := 0; ; n++ {
					kernel.Must(th.Mach().RPC(to, ipc.NewMessage(1, n)))
				}
			})
			to = b.Send(server, port, client)
		}
	}}
}
