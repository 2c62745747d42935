package hooked

import "machsim/kernel"

// What follows is for whoever calls methods at a debugger: the program itself calls none of it.

// Deposit adds to the balance.
func (a *account) Deposit(n int) int {
	a.balance += n
	return a.balance
}

// Clear returns nothing.
func (a *account) Clear() { a.balance = 0 }

// Fail panics.
func (a *account) Fail() { panic("no") }

// Loop does not return.
func (a *account) Loop() { select {} }

// Pause takes what nobody can type.
func (a *account) Pause(th *kernel.Thread) { th.Yield() }
