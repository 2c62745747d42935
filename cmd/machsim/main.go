// Command machsim runs programs on the simulated kernel and says what happened.
// See "machsim help".
package main

import "machsim/cmd/machsim/internal/app"

func main() { app.Main() }
