package lang_test

import (
	"testing"

	"machsim/debugger/lang"
)

// predicates are those that documents, stories and papers have, and whatever else there is.
var predicates = []string{
	`kant.holding = 2`, `balance[1] > 100`, `table.forks[2].owner ~ "kant"`, `len(queue) = 0`, `sum(balance) != 600`,
	`x = y + 1`, `label critical by worker.1`, `enter elect by node2`, `after receive by server if id = 7`,
	`blocked lock fork1 by kant`, `receive by bank if balance[0] > 80`, `some worker (label critical)`,
	`all workers (done)`, `two different workers (label critical)`, `sum of worker.count != 100`,
	`count of workers (busy) > 2`, `send by client -> receive by server -> task-exit`,
	`(lock fork1 by kant)^3 -> label eat by kant`, `lock fork1 by kant || lock fork2 by hume`,
	`possibly(x = 1)`, `definitely(a.ready and b.ready)`, `not (x = 1 or y = 2) and not z`, `x = 1 -> y = 2`,
	`sum of (x) = 2`, `count of (label critical) = 3`, `max of x = 5 and min of x = 1`,
	`-worker2.x + 1 = 0 and worker2.x / 0 = 1`, `worker2.x % 2 = 1 and (worker2.x - 1) * 2 = 8`, `a - (b - c) = -(3)`,
	`worker2.s.Byte["a"] = 1`, `3 different "worker*" (label critical)`,
	`label critical by some worker and boss.calls = 2`,
	`receive by boss if id = 1 and item 1 = 7 and worker3.x = 2`, `blocked by boss and all workers (label critical)`,
	`receive by bank if (balance[0] > 80 and balance[1] > 101) -> send`, `some worker.x[1].y = 5`,
	`blocked by netname-vault.1`,
	`receive by some bank if balance[0] > 80`, `bank.go:40 by teller1 || philosophers.go:38`, `x == 1 && !y.ready`,
	`!(x == 1 || y == 2) and z`, `concurrent(x = 1, y = 2)`, `simultaneous(x = 1)`,
	`simultaneous(a.x = 1, label b by c, x = 1 or y = 2)`, `concurrent(label a, x = 1 or y = 2)`,
	`(x = 1 || y = 2) and z`,
	`x = 1 -> (y = 1 || z = 2)`, `count of (x = 1 || y = 2) > 2`, `receive if (x = 1 || item 2 ~ "a") -> label b`,
	`(label a) and id = 3`, `receive if x = 1 and id = 2 || label a`, `send if (id = 3)`, `send if !(id = 3 && x = 1)`,
	`x = 1e3 or y = 0x1p-2 or z = 0x10`, `"boss".ready and a."b c" = true`, `send = 3 and send[0] > 2`, `a.1.x`, `é = 1`,
	`label done -> (label done || label out)`, `sum of boss.x * 2 = 4`, `some a (some b.x = 1)`,
	`not label a if x = 1 and y`, `(label a) = 3`, `1 + (possibly(x))`, `send if receive if id = 1 and id = 2`,
}

// breakpoints are places that go on to the end of the text.
var breakpoints = []string{
	"philosophers.go:38", "after a/b.go:7 by x", "label critical", `label "by the way"`, "send to fileserver",
	`send to port "count"`, "receive from set s in x", "lock mutex fork1 by thread plato count 3", "unlock count 2+",
	"signal every 10", "task-exit of t", `print "a \"b\""`, "print by x", "call vm_allocate",
	`receive by bank if type = "put" and From.Account != 3`,
	`send if type = put`,
	`receive if id==5 and item 2~"x" and item 1 != -3`, "  send   if   item 1 = true", "send if item 1 != 0x1p-2",
	`receive from port "a b" by task x count 2+ if id = 5 and item 2 ~ "x"`, "label \"by\"", "lock m[0] by a,b",
	"receive if x = 1 || y = 2 && !z", "receive if x = 1 or y = 2 and id = 3", "label or", "lock to-x by port.1",
}

// values are expressions of Go.
var values = []string{
	`a.next.Owner[0:2]`, `any1.(*Account).balance.Double()`, `1<<500<<500`, `1e99999999 == 1`, `-(^x &^ 3) | y ^ 2 << n`,
	`len([]rune(s)[1:]) + cap(list[:2:3])`, `min(a, 2.5) == max(b, 'a', 2i)`, "`raw`[0]", `not x = 3 and y or and.of`,
	`&(&x) == *p`, `bank.Money(n)`, `send + lock`, `x.(interface{ F() }) != nil`, `(*a).b`, `m[x == 1 && y]`, `(-a).b`,
}

// TestPrint reads what documents have, prints it, and reads that.
func TestPrint(t *testing.T) {
	for _, text := range predicates {
		check(t, text, lang.Parse)
		if _, err := lang.Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range values {
		check(t, text, lang.ParseValue)
		if _, err := lang.ParseValue(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range breakpoints {
		check(t, text, lang.ParsePlace)
		if _, err := lang.ParsePlace(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
