// Package student has one account for all.
package student

import "machsim/kernel"

// account is what the bank knows of a client.
type account struct{ balance, last int }

// Serve is the bank.
func Serve(th *kernel.Thread, requests kernel.Name, work func()) {
	accounts := map[int]*account{}
	for {
		request := kernel.Must(kernel.Receive[Add](th, requests))
		r := request.Body
		a := accounts[0]
		if a == nil {
			a = &account{}
			accounts[0] = a
		}
		if true {
			work()
			a.balance, a.last = a.balance+r.Amount, r.Number
		}
		_ = kernel.Reply(th, request, Balance{a.balance}) // whoever has gone does not mind
	}
}
