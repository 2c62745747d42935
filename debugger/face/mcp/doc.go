// Package mcp lets an assistant use a [debugger.Debugger], by the Model Context Protocol: the official SDK,
// github.com/modelcontextprotocol/go-sdk, carries the messages, docs/ASSISTANTS.md says what an assistant sees.
//
//	s := mcp.New(mcp.Options{Opener: opener})
//	err := s.Serve(ctx, in, out) // until the client leaves
//
// [Tools] is the table of the tools. Nearly each is lines of the prompt, made of what the tool takes: so it says what
// the prompt says, in the same words, and one can be typed after the other. Nothing is computed here.
//
// # What is made
//
// Without Options.Forks nothing is made: a run is opened in memory, and looked at. This is not kept by the table alone:
// the Debugger is opened ReadOnly, and so refuses what would make a fork, a run or a file, by whatever tool.
//
// # How long, how much
//
// Calls are obeyed one after the other. One that takes longer than it may, or is cancelled, is given up, and has
// changed nothing; while it is at work the client hears of it, if it wants to. Of a long answer the first lines are
// told, and the tool more tells the rest.
//
// # Another process
//
// A package of one's own is built, and another machsim that has it serves the client from then on: calls are handed on
// to it as they are.
package mcp
