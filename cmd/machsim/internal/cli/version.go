package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the line that says which machsim this is.
func Version() string {
	return fmt.Sprintf("machsim %s, %s, %s/%s\n", Revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Revision is what the build knows: the module's version, or the commit.
func Revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(len(s.Value), 12)]
		}
	}
	return info.Main.Version
}
