// Command many is machsim with a NATS server, for explorations on many machines. machsim builds it when a command line
// asks for that; a machine without Go gets it ready made: go build -o machsim ./cmd/machsim/many.
package main

import (
	"machsim/cmd/machsim/internal/app"
	"machsim/cmd/machsim/internal/jetstream"
	"machsim/cmd/machsim/internal/sql"
)

func main() { app.MainOfMany(sql.Engine, jetstream.Queue) }
