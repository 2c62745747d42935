package instrument

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"

	"machsim/debugger/record/atomicfile"
)

// Overlay writes files of a build, by the paths at which the build is to find them, to a directory, and the list of
// them, whose name it returns: go build takes it with -overlay.
func Overlay(dir string, all map[string]string) (list string, err error) {
	replace := map[string]string{}
	for path, text := range all {
		sum := sha256.Sum256([]byte(path))
		file := filepath.Join(dir, fmt.Sprintf("%x.go", sum[:8]))
		if err := atomicfile.Write(file, []byte(text), 0o666); err != nil {
			return "", err
		}
		replace[path] = file
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list = filepath.Join(dir, "overlay.json")
	return list, atomicfile.Write(list, text, 0o666)
}
