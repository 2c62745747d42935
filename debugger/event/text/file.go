package text

import "strings"

// FileName is the last part of a path of any system.
func FileName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }
