package channel

import "machsim/kernel"

func body(th *kernel.Thread) {
	ch := make(chan int, 1) // want `channel: .*; use a port`
	ch <- 1                 // want `channel: .*; use kernel.Send`
	<-ch                    // want `channel: .*; use kernel.Receive`
	if v, ok := <-ch; ok {  // want `channel: .*; use kernel.Receive`
		th.Printf("%d", v)
	}
	close(ch)           // want `channel: .*; use th.ClosePort`
	for v := range ch { // want `channel: .*; use a loop of kernel.Receive`
		th.Printf("%d", v)
	}
	select { // want `channel: select .*; use kernel.Receive on a port set`
	case v := <-ch:
		th.Printf("%d", v)
	case ch <- 2:
		<-ch // want `channel: `
	}
	m := make(map[string]int)
	for range len(m) {
		th.Yield()
	}
	n := 5
	th.Printf("%d", -n)
}

func outside(ch chan int) { ch <- <-ch }
