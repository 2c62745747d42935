package scaffold

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for dir, want := range map[string]string{
		"lab": "lab", "x/lab": "lab", "My First-Lab": "myfirstlab", "lab.v2": "labv2", "lab_2": "lab2", "LAB": "lab",
		"Größe": "groesse", "Gro\u0308\u00dfe": "grosse", "Señor Łukasz": "senorlukasz", "Œuvre": "oeuvre", "test": "test",
		"9lab": "begins with a digit", "123": "begins with a digit", "---": "has no letters",
		"日本": "not of the Latin alphabet", "λ": "not of the Latin",
		"func": "a word of Go's own", "Type": "a word of Go's own", "main": "a name that the package uses",
		"kernel":   "a name that the package uses",
		"internal": "Go keeps for something else",
	} {
		got, err := Name(dir)
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != want || !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", dir, got, want)
		}
	}
	for name, ok := range map[string]bool{"lab": true, "Lab": false, "my lab": false, "lab_linux": false, "": false,
		"9": false, "a9": true, "größe": false} {
		if err := Check(name, name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}
