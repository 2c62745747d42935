package predicate_test

import (
	"flag"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
