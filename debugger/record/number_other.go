//go:build !unix

package record

import "io/fs"

// numberOf is not known here: nobody supervises this process, or it is a guest, whose files are its own.
func numberOf(fs.FileInfo) uint64 { return 0 }
