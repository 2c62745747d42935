package stats_test

import (
	"context"
	"testing"

	"machsim/debugger/data/stats"
	"machsim/debugger/data/tables"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"
)

// keptRights counts the kept rights of tasks of which table tasks says that they are done.
func keptRights(t *testing.T, s *session.Session) map[[2]string][2]int {
	c, done, all := tables.Of(s), map[string]bool{}, map[[2]string][2]int{}
	each(t, c, "tasks", func(v func(string) tables.Value) { done[v("task").Text()] = v("how").Text() == "done" })
	each(t, c, "rights", func(v func(string) tables.Value) {
		if v("what").Text() == "kept" && done[v("to_task").Text()] {
			of := [2]string{v("to_task").Text(), v("right").Text()}
			all[of] = [2]int{all[of][0] + 1, all[of][1] + int(v("refs").Int())}
		}
	})
	return all
}

func each(t *testing.T, c *tables.Catalogue, name string, see func(func(string) tables.Value)) {
	t.Helper()
	table, err := c.Table(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := table.Rows(context.Background(), tables.Scan{})
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		see(func(column string) tables.Value { return rows.Value(table.Column(column)) })
	}
}

func asCounted(kept []stats.KeptRights) map[[2]string][2]int {
	all := map[[2]string][2]int{}
	for _, k := range kept {
		all[[2]string{k.Task, k.Right}] = [2]int{k.Rights, k.Refs}
	}
	return all
}

// A task that has given everything back has kept nothing; of one that has not, each right is told, with its references.
func TestKept(t *testing.T) {
	p := kernel.Program{Name: "leak", Main: func(b *kernel.Boot) {
		h := b.Host("h")
		owner := b.Server(h, "owner", func(th *kernel.Thread) { th.Sleep(kernel.Second) })
		given := b.Port(owner, "given")
		b.Task(h, "tidy", func(th *kernel.Thread) {
			mine := th.NewPort("mine")
			kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), mine))
		})
		leaky := b.Task(h, "leaky", func(th *kernel.Thread) {
			m, self := th.Mach(), th.Mach().Self()
			mine, gone := th.NewPort("mine"), th.NewPort("gone")
			kernel.Must(m.PortInsertRight(self, mine, mine, ipc.MakeSend))
			kernel.Must(m.PortInsertRight(self, mine, mine, ipc.MakeSend))
			kernel.Must(m.PortInsertRight(self, gone, gone, ipc.MakeSend))
			kernel.Must(m.PortModRefs(self, gone, ipc.RightReceive, -1))
		})
		b.Send(owner, given, leaky)
	}}
	s := testsession.Open(t, &p, kernel.Config{})
	got, err := of(s)
	if err != nil {
		t.Fatal(err)
	}
	end := got.Kept[0].At
	compare(t, "leak", "kept", got.Kept, []stats.KeptRights{
		{"leaky", "send", 1, 2, "mine of leaky.1", end},
		{"leaky", "dead name", 1, 1, "gone", end},
		{"leaky", "receive", 1, 0, "mine of leaky.1", end},
	})
}
