package kernel

// Mach is a thread that makes the calls of Mach 3.0 as its manual has them: each answers with its
// code and does nothing else, and times are whole milliseconds (below 0 is as 0; no number is too
// great). The everyday calls of a Thread are built on these.
//
// It is a value that costs nothing: th.Mach().PortAllocate(...) is a direct call.
type Mach struct{ th *Thread }

// Mach gives the calls of Mach 3.0, made by this thread.
func (th *Thread) Mach() Mach { return Mach{th} }

// CThreads is a thread that makes the calls on which package cthreads is built. Programs
// use that package.
type CThreads struct{ th *Thread }

// CThreads gives the calls that package cthreads makes for this thread.
func (th *Thread) CThreads() CThreads { return CThreads{th} }
