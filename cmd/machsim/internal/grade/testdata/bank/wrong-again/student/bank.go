// Package student adds whenever it is asked.
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
		a := accounts[r.Client]
		if a == nil {
			a = &account{}
			accounts[r.Client] = a
		}
		if r.Number > 0 {
			work()
			a.balance, a.last = a.balance+r.Amount, r.Number
		}
		_ = kernel.Reply(th, request, Balance{a.balance}) // whoever has gone does not mind
	}
}
