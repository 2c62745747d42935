// Package browser tests the page of machsim in a real browser, Debian's chromium, which chromedp drives.
//
//	go -C test/browser test ./...
//
// It is a module of its own, so that nobody who builds or tests machsim, or a package that requires it,
// downloads or compiles what drives a browser: it knows machsim by its executable alone. Where there is no
// chromium, the tests are skipped and say so.
//
// A test opens a page with open and asks it questions in JavaScript. An error on the console, an exception,
// a request that fails and a violation of the content security policy each fail the test; a test that fails
// leaves a screenshot (go test -artifacts keeps it).
package browser
