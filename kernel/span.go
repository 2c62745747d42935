package kernel

// Span begins a span of the thread's work, under a name, and returns what ends it:
//
//	defer th.Span("critical")()
//
// Both are events (Krawczuk, appendix C: user-event-begun and -ended). A breakpoint names the beginning as it does a
// label; a table has the spans of a run, and other tools draw bars for them. Spans may lie in each other, and need not
// end. To end one twice ends an outer one of the same name, or nothing.
func (th *Thread) Span(name string) (end func()) {
	th.begin(OpSpan).Text = name
	th.enter()
	return func() {
		th.begin(OpSpanEnd).Text = name
		th.enter()
	}
}
