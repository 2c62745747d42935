// Package guest is the debugger in a page without a server: compiled to WebAssembly, in a worker of the page.
//
//	guest.Main(hooked.All)
//
// The script of that worker (js/guest.js of the page) gives it a recording, and hands it the calls of the
// protocol (package wire) that the page makes. Everything is as with a server but for one thing: nobody can
// interrupt a call, because there is one thread. So a page that wants to ends the worker, and begins another
// one with the recording and the calls that have changed something.
package guest
