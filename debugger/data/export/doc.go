// Package export writes a run in the formats of other tools: trace events of Perfetto, logs of ShiViz, spans of
// OpenTelemetry, graphs of Graphviz, and tables as CSV.
//
//	f, err := export.Named("perfetto")
//	err = f.Write(ctx, file, export.Run{Session: s, Tables: tables.Of(s)})
//
// What is written goes out as it is made: a run of a million events is never in memory as text. Times are virtual,
// and begin where the run does, in 1970. [Formats] lists the formats; docs/EVENTS.md says what becomes of what.
package export
