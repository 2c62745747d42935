// Package tile shows any part of a run at any size, for diagrams that people move in: what a screen needs is made
// when it is asked for, in time and bytes that depend on the screen and hardly on the run.
//
//	m := tile.Of(session)
//	rows := m.Tile(tile.Window{Axis: tile.Recorded, From: 0, Step: 512, Bins: 700, Rows: [][]int{{0}, {1, 2}}})
//
// A [Map] keeps a byte for each event: its [Class], and whether the thread waits after it. A [Window] divides a part
// of an [Axis] (the recorded order, the same without quiet events, or virtual time) into bins, one for a pixel. A row
// is some lanes, mostly one; it has one [Mark] for each bin: how many events lie there, the most important class
// among them, or, where there are none, whether the thread lives and waits. Counts come from the lanes' sorted events,
// classes from the greatest of each sixteen, of each sixteen of these, and so on. [Pack] writes a row as text.
//
// Beside the tiles there are the lanes ([Map.Lanes]), the arrows that a window shows ([Map.Arrows]), what comes
// before an event and after it ([Map.Cone]), and how full the run is from its beginning to its end
// ([Map.Overview]).
package tile
