// Command machsim runs programs on the simulated kernel and says what happened.
// See "machsim help".
package main

import (
	"machsim/cmd/machsim/internal/app"
	"machsim/cmd/machsim/internal/sql"
)

func main() { app.Main(sql.Engine) }
