package dap

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// does runs a command in a directory, and returns what it writes, and its errors.
func does(t *testing.T, dir string, words ...string) (out, errs string) {
	t.Helper()
	c := exec.Command(words[0], words[1:]...)
	c.Dir = dir
	var said strings.Builder
	c.Stderr = &said
	text, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, said.String())
	}
	return string(text), said.String()
}

// TestExtension holds the extension of VS Code against VS Code's own schemas, and does what its code does.
func TestExtension(t *testing.T) {
	dir := t.TempDir()
	does(t, dir, machsim, "editor", "vscode", "extension")
	does(t, dir, machsim, "run", "hello", "--seed", "1")
	found, _ := does(t, work, "node", "extension.mjs", filepath.Join(dir, "extension"),
		filepath.Join(dir, ".machsim", "hello-1.rec"))
	t.Log(found)
}

// inEditor makes what a story in an editor needs: the editor, what is written for it, and a package of one's own.
func inEditor(t *testing.T, command, name string) (dir string) {
	t.Helper()
	if effort := os.Getenv("MACHSIM_EFFORT"); effort == "" || effort == "1" {
		t.Skip("it needs " + name + ": set MACHSIM_EFFORT=2")
	}
	if _, err := exec.LookPath(command); err != nil {
		t.Skip(err)
	}
	dir = t.TempDir()
	does(t, dir, machsim, "editor", name, "written")
	does(t, dir, machsim, "new", "lab")
	return dir
}

// TestEmacs tells the story in Emacs, as Debian has it with dap-mode.
func TestEmacs(t *testing.T) {
	dir := inEditor(t, "emacs", "emacs")
	if exec.Command("emacs", "--batch", "-q", "--eval", "(progn (package-initialize) (require 'dap-mode))").Run() != nil {
		t.Skip("this Emacs has no dap-mode")
	}
	got, errs := does(t, dir, "emacs", "--batch", "-q", "-l", filepath.Join(work, "story.el"), "written",
		filepath.Join(dir, "lab"))
	golden(t, "testdata/emacs.txt", got)
	if strings.Contains(errs, "rror") || strings.Contains(errs, "No message handler") {
		t.Error(errs)
	}
}

// TestNeovim tells the story in Neovim with nvim-dap, whose directory the variable MACHSIM_NVIM_DAP names.
func TestNeovim(t *testing.T) {
	dir := inEditor(t, "nvim", "neovim")
	if os.Getenv("MACHSIM_NVIM_DAP") == "" {
		t.Skip("MACHSIM_NVIM_DAP does not name the directory of nvim-dap")
	}
	got, errs := does(t, dir, "nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c",
		"luafile "+filepath.Join(work, "story.lua"))
	golden(t, "testdata/neovim.txt", got)
	if strings.Contains(errs, "rror") {
		t.Error(errs)
	}
}

// TestWorkbench tells the story in VS Code's own workbench, in a browser, with the mouse; the variable MACHSIM_PICTURES
// may name a directory for pictures of it.
func TestWorkbench(t *testing.T) {
	dir := inEditor(t, "chromium", "vscode")
	place := filepath.Join(work, "workbench")
	does(t, place, "npm", "ci", "--no-audit", "--no-fund")
	does(t, place, "node", "build.mjs")
	pictures := os.Getenv("MACHSIM_PICTURES")
	if pictures == "" {
		pictures = dir
	}
	got, _ := does(t, place, "node", "story.mjs", machsim, filepath.Join(dir, "written"), pictures)
	golden(t, "testdata/workbench.txt", got)
}
