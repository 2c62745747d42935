package zoo

import "fmt"

var (
	total   int
	table   = map[string]int{"a": 1}
	first   = second + 1
	second  = start()
	greet   = func(name string) string { return "hello " + name }
	x, y    = pair()
	_       = register("blank")
	visited []string
)

const limit, huge = 5, 1 << 63

const max = limit * 2

func start() int { return limit }

func pair() (int, string) {
	return 1, "y"
}

func register(name string) bool {
	visited = append(visited, name)
	return true
}

func init() { register("first init") }

func init() {
	register("second init")
}

func globals() string {
	total++
	table["a"]++
	first, x = first+1, x+1
	return fmt.Sprint(total, table, first, second, greet("you"), x, y, visited)
}
