// Package stats reports on a whole run, in numbers: how long messages were on their way, which mutexes were waited
// for, which waits were the longest, how calls ended, who did how much, which rights tasks never gave back, and which
// threads and tasks were never at work at the same time.
//
//	report, err := stats.Counts(ctx, session, tables)
//	for _, p := range report.Ports {
//		fmt.Println(p.Port, p.Received, p.Median, p.P95, p.Max)
//	}
//
// All but the last are questions to the run's tables, and to the facts that these are made of; the last is read off the
// causal order: two threads overlap if there is an event of one and an event of the other of which neither came before
// the other. Times are virtual, in
// microseconds. Each greatest value has the event where it is, from 1.
package stats
