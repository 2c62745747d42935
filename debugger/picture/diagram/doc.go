// Package diagram draws runs as space-time diagrams (Lamport 1978, Krawczuk 3.5): a lane
// for each thread, time running downwards, and an arrow wherever one thread affected
// another.
//
//	d, err := diagram.Of(session, diagram.Options{})
//	fmt.Print(d.Text(diagram.Screen{Width: 80}))
//	err = os.WriteFile("run.svg", d.SVG(), 0o666)
//
// A [Diagram] is plain data: lanes, events, arrows and the present position, which is a
// line across the lanes. It shows a window of the run's events. Its [Row]s are what both
// ways of drawing have in common: an event each, or several that are folded because
// nothing leads to them or from them; between two rows in the recorded order time may
// have passed.
//
// Packets are no lanes: the arrow of a message goes from the thread that sent it to the
// one that received it, and their arrivals have no rows. A process that is halted by a
// marker (kernel.Halt) has one: its lanes end there, and an arrow comes from the process
// that halted before it. A change made at the debugger (kernel.Edit) has a
// row across all lanes, and its mark at the thread that it concerns; a message that it
// drops has an arrow that ends there. What a picture does not show, it says (Diagram.Left).
//
// In the SVG no two texts overlap, as far as the widths of letters are known, and colours,
// patterns and arrowheads can be told apart by everybody, and in print: tests hold that.
//
// The same session and options give the same bytes.
package diagram
