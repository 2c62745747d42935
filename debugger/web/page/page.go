// Package page is what a browser shows of a run: HTML, CSS and plain ES modules, as they are. They are the
// same with a server ([machsim/debugger/web]) and without.
package page

import "embed"

// Files are the files of the page, by their paths; index.html is the first.
//
//go:embed index.html css js
var Files embed.FS
