// Package debuggee tells services when their clients were halted by a debugger (Cooper, Pilgrim, chapter 7). A service
// that others use, too, is not halted with its client (kernel.Boot.Shared); while the client stands, the service's time
// goes on, and what it has lent for a time runs out. With this package it can find out, and have its time-outs run by
// the client's clock:
//
//	halted, now, err := debuggee.Status(th, "ann")          // now, by the clock of host ann
//	from, err := debuggee.ToLogical(th, "ann", lentAt)      // when it was lent, by that clock
//	left := timeout - (now - from)                          // what of the time-out is left
//
// Logical time is what the clock of a host shows to those who halt with it: real time without the times for which the
// host stood. That of a host that was never halted is real time. Real time is what the clocks of services show
// (Thread.Clock). The three functions are get_debuggee_status, real_to_debuggee_time and debuggee_to_real_time.
//
// # Who answers
//
// Serve has a server task on each host, debuggee-HOST, which goes on while its host stands, as the name servers do, and
// reads the log of halts that the host's kernel keeps (Thread.HostStays). It is asked itself, and never the client: a
// client could say that it stood, and keep what it was lent (8.11). It is known to the name server of its host under
// a signature that nobody else has.
//
// # What cannot be known
//
// Real times are those of the clock of the host that is asked about. Where the clocks of hosts differ, answers are
// wrong by as much, and a service allows for that. Times that are still to come are converted as if the host were never
// halted again; while it stands, as if it went on now.
package debuggee
