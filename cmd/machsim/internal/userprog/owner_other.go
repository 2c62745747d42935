//go:build !unix

package userprog

import "io/fs"

// ours says whether a file belongs to the user of this process. Other systems give each
// user directories of their own, and the mode of a file does not say whose it is.
func ours(fs.FileInfo) bool { return true }

// writable says whether others than its owner may write to a file.
func writable(fs.FileInfo) bool { return false }

// userName is a word for the user of this process.
func userName() string { return "user" }
