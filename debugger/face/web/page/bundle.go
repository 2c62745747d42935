package page

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// bundle joins a module and all that it imports to one. A browser takes some milliseconds for each file, however
// short, so that seventy modules cost more than half of the first picture.
//
// Each module becomes a function that is called once and returns what the module exports, after those that it
// imports. So modules must not import each other in a circle, and what they export does not change; they have
// imports at the beginnings of lines, and export what they declare. Only the first one may use await.
type bundle struct {
	files fs.FS
	state map[string]state
	out   strings.Builder
}

// state is how far a module is.
type state int

const (
	begun state = iota + 1
	joined
)

// bundled returns the module of a name, joined.
func bundled(files fs.FS, name string) ([]byte, error) {
	b := bundle{files: files, state: map[string]state{}}
	text, err := b.imports(name)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b.out, "\n// %s\n%s", name, text)
	return []byte(b.out.String()), nil
}

var (
	importing = regexp.MustCompile(`(?m)^import\s+([^'";]*?)\s*from\s+'([^']+)';`)
	renamed   = regexp.MustCompile(`(\w+) as (\w+)`)
	exporting = regexp.MustCompile(`(?m)^export (default |(?:async )?function\*? |class |const )(\w*)`)
	left      = regexp.MustCompile(`(?m)^(?:import\b|export\b).*|\bimport[.(].*`)
)

// comment is lines that are comments.
var comment = regexp.MustCompile(`(?m)^[ \t]*//.*\n`)

// terse is a module without its comments, which a browser needs not read: they are a tenth of it.
func terse(module []byte) string { return comment.ReplaceAllString(string(module), "") }

// imports reads a module, after those that it imports, and makes constants of its imports.
func (b *bundle) imports(name string) (string, error) {
	data, err := fs.ReadFile(b.files, name)
	if err != nil {
		return "", err
	}
	b.state[name] = begun
	text := terse(data)
	for _, m := range importing.FindAllStringSubmatch(text, -1) {
		from := path.Join(path.Dir(name), m[2])
		if err := b.add(from); err != nil {
			return "", fmt.Errorf("%s imports %w", name, err)
		}
		text = strings.Replace(text, m[0], fmt.Sprintf("const %s = %s;", taken(m[1]), variable(from)), 1)
	}
	b.state[name] = joined
	return text, nil
}

// taken is what an import names, as what a constant is given.
func taken(names string) string {
	switch {
	case strings.HasPrefix(names, "* as "):
		return strings.TrimPrefix(names, "* as ")
	case strings.HasPrefix(names, "{"):
		return renamed.ReplaceAllString(names, "$1: $2")
	}
	return "{default: " + names + "}"
}

// variable is what the exports of a module are called.
func variable(name string) string {
	return "$" + strings.NewReplacer("/", "_", "-", "_", ".js", "").Replace(name)
}

// add joins a module, unless it is there.
func (b *bundle) add(name string) error {
	switch b.state[name] {
	case begun:
		return fmt.Errorf("%s, which imports it", name)
	case joined:
		return nil
	}
	text, err := b.imports(name)
	if err != nil {
		return err
	}
	var exports []string
	text = exporting.ReplaceAllStringFunc(text, func(s string) string {
		m := exporting.FindStringSubmatch(s)
		if m[1] == "default " {
			exports = append(exports, "default: $default")
			return "const $default = " + m[2]
		}
		exports = append(exports, m[2])
		return m[1] + m[2]
	})
	if bad := left.FindString(text); bad != "" {
		return fmt.Errorf("%s, which has %q: that is not understood here", name, bad)
	}
	fmt.Fprintf(&b.out, "\n// %s\nconst %s = (() => {\n%sreturn {%s};\n})();\n", name, variable(name), text,
		strings.Join(exports, ", "))
	return nil
}
