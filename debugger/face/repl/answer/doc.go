// Package answer is what a command has to say: text in which places lead somewhere, and tables whose columns know what
// their words name.
//
//	answer.List(a, "there are no hosts", answer.NewTable("host", "state"), a.D.Hosts, func(h debugger.Host) []string {
//		return []string{h.Name, h.State}
//	})
//	a.Printf("goto %s goes there\n", position)
//
// An [Answer] is that of the command at work, and belongs to its goroutine. What is written is printable, whatever
// programs have written, and the Debugger's notices come before it. Whoever shows it says how wide a screen is. Rows
// that several faces say in the same words have functions without an Answer ([Checked], [Effort], [Together]).
package answer
