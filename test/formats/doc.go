// Package formats has tests that read what machsim export writes with the tools that it is for, in a module of its own:
// nothing else needs their libraries.
package formats
