// Package page is what a browser shows of a run: HTML, CSS and plain ES modules, the same with a server
// ([machsim/debugger/face/web]) and without. The modules that the page begins with come as one.
package page

import (
	"embed"
	"io/fs"
	"maps"
	"sync"
)

//go:embed index.html css js
var sources embed.FS

// styles are joined to the first of them, in this order.
var styles = []string{"css/page.css", "css/desk.css", "css/windows.css", "css/diagram.css", "css/print.css"}

// workers are scripts for themselves.
var workers = []string{"js/guest.js", "js/wasi.js"}

// Files returns the files of the page, by their paths; index.html is the first. They are not to be written to.
func Files() map[string][]byte { return maps.Clone(files()) }

// Read returns a file of the page, nil if there is none of that path.
func Read(name string) []byte { return files()[name] }

var files = sync.OnceValue(func() map[string][]byte {
	main, err := bundled(sources, "js/main.js")
	must(err)
	all := map[string][]byte{"js/main.js": main}
	all["index.html"], err = fs.ReadFile(sources, "index.html")
	must(err)
	for _, name := range workers {
		data, err := fs.ReadFile(sources, name)
		must(err)
		all[name] = []byte(terse(data))
	}
	for _, name := range styles {
		data, err := fs.ReadFile(sources, name)
		must(err)
		all[styles[0]] = append(all[styles[0]], data...)
	}
	return all
})

// must panics if the page itself is wrong, which its tests see.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
