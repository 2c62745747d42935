package student

// Add asks to add an amount to the account of a client. Number is 1, 2, 3 of each client.
type Add struct{ Client, Number, Amount int }

// Balance is the answer: what is in the account then.
type Balance struct{ Value int }
