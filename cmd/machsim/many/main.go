// Command many is machsim with a NATS server, for explorations on many machines. machsim builds it when a command line
// asks for that; a machine without Go gets it ready made, by go build here. It is a
// module of its own, so that nobody else needs to know of the modules that a NATS server needs.
package main

import (
	"machsim/cmd/machsim/internal/app"
	"machsim/cmd/machsim/internal/sql"
	"machsim/cmd/machsim/many/jetstream"
)

func main() { app.MainOfMany(sql.Engine, jetstream.Queue) }
