package student

import "machsim/kernel"

// Site is what a server is told of its place.
type Site struct {
	Host, Peer string      // the host it is on, and that of the other server
	First      bool        // it is the one that counts at first
	Notary     kernel.Name // to whom both can send a Claim
}

// Claim asks the notary to let a server count alone from now on. Only the first claim is granted.
type Claim struct{ Host string }

// Owner is the notary's answer to every claim: the host whose claim came first.
type Owner struct{ Host string }
