// Package callrpc makes calls over datagram ports, whose packets may get lost, doubled or overtaken.
package callrpc
