// Package sqlafar has the queries of a machsim that has no SQL, as a guest in a sandbox, answered by the machsim that
// runs it:
//
//	guest: sqlafar.Engine answers queries, as an engine in the same process does
//	host:  sqlafar.Answer(ctx, engine, room) is what the guest's file File leads to
//
// The guest opens File for each catalogue, writes a message and reads the answer, in turns. While a query is at work,
// an answer may be a question: for rows of a table, for what a function says, or whether more rows are wanted. So rows
// are handed over when a query names their table, once, and as values: no database file is made or opened.
//
// The host trusts nothing of that. A message is bounded, and so are its head, the columns, and what all that is said
// and kept takes (Room). What a guest says of its run, true or not, goes back to the guest alone. A query at work can
// be given up there (Work): the guest, which has one thread, waits for it.
package sqlafar

// File is where a guest asks.
const File = "/.sql"
