package vet

var exitRule = Rule{
	Name:   "exit",
	Finds:  "`os.Exit`, `log.Fatal` and the like, `runtime.Goexit`",
	Use:    "`th.Exit` to end a thread, `th.Fail` or `th.Check` to fail a run",
	search: exits.search("ends the simulation, not the program in it"),
}

const useFail = "th.Fail, which fails the run"

var exits = library{
	"os":      {"Exit": "th.Exit to end the thread, or th.Fail to fail the run"},
	"syscall": {"Exit": "th.Exit to end the thread, or th.Fail to fail the run"},
	"runtime": {"Goexit": "th.Exit"},
	"log":     both(useFail, "Fatal Fatalf Fatalln Logger.Fatal Logger.Fatalf Logger.Fatalln"),
}
