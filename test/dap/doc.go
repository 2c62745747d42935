// Package dap drives machsim dap by a client that is not ours: VS Code's own for tests of debug adapters, from npm.
package dap
