// Package field has calls with types of which some are no messages. Types has a value of each, so
// that a test can see that the kernel refuses the same ones.
package field

import "machsim/kernel"

type text string

type right struct{ Port kernel.Name }

// sendable has all that a message can have.
type sendable struct {
	Number  int
	Small   uint8
	Word    text
	Yes     bool
	Bytes   []byte
	Port    kernel.Name
	Moved   kernel.ReceiveRight
	Once    kernel.SendOnceRight
	Rights  []right
	Numbers [][]int
	Nested  struct{ Nothing struct{} }
}

type (
	mapped      struct{ Table map[string]int }
	real        struct{ Price float64 }
	pointed     struct{ Next *real }
	hidden      struct{ amount int }
	anything    struct{ Value any }
	called      struct{ Reply func() }
	fixed       struct{ Digits [4]int }
	address     struct{ At uintptr }
	deep        struct{ Orders []struct{ Lines []real } }
	list        struct{ Rest []list }
	nothing     struct{ Ticks []struct{} }
	number      int
	pair[T any] struct{ A, B T }
)

// Types has a value of each type that the calls below use.
var Types = []any{
	sendable{}, &sendable{}, kernel.DeadName{},
	mapped{}, real{}, pointed{}, hidden{}, anything{}, called{}, fixed{}, address{}, deep{}, list{}, nothing{},
	number(1), pair[int]{}, struct{ A int }{},
}

func body(th *kernel.Thread, port kernel.Name) {
	_ = kernel.Send(th, port, sendable{})
	_ = kernel.Send(th, port, mapped{})                             // want `field: mapped.Table is a map\[string\]int, which no message can carry; use integers`
	_ = kernel.SendTimeout(th, port, real{}, kernel.Second)         // want `field: real.Price is a float64`
	_, _ = kernel.Receive[pointed](th, port)                        // want `field: pointed.Next is a \*real`
	_, _ = kernel.ReceiveTimeout[hidden](th, port, kernel.Second)   // want `field: hidden.amount: only fields with a capital letter can be sent`
	_, _ = kernel.Receive[any](th, port, sendable{}, anything{})    // want `field: anything.Value is an? any`
	_, _ = kernel.RPC[sendable, called](th, port, sendable{})       // want `field: called.Reply is a func\(\)`
	_, _ = kernel.RPCTimeout[fixed, sendable](th, port, fixed{}, 1) // want `field: fixed.Digits is a \[4\]int`
	_ = kernel.Pack(th, address{})                                  // want `field: address.At is a uintptr`
	_, _ = kernel.Unpack[deep](th, nil)                             // want `field: deep.Orders.Lines.Price is a float64`
	_ = kernel.Send(th, port, list{})                               // want `field: list.Rest is in itself`
	_ = kernel.Send(th, port, nothing{})                            // want `field: nothing.Ticks has elements without anything in them`
	_ = kernel.Send(th, port, number(1))                            // want `field: number is no struct`
	_ = kernel.Send(th, port, pair[int]{})                          // want `field: pair\[int\] has no name of its own`
	_ = kernel.Send(th, port, struct{ A int }{})                    // want `field: struct{A int} has no name of its own`
	_ = kernel.Reply(th, &kernel.Received[sendable]{}, &sendable{}) // want `field: \*sendable is no struct`
	_ = kernel.Send(th, port, mapped{})                             // it has been reported
	_ = kernel.Send(th, port, kernel.DeadName{})
	_ = th.Send(port, kernel.NewMessage(1))
	some(th, port, sendable{})
}

func some[T any](th *kernel.Thread, port kernel.Name, v T) {
	_ = kernel.Send(th, port, v)
	_ = kernel.Send[any](th, port, v)
}
