// Ticks writes dots until somebody types a line, which it writes, too.
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

func main() {
	go func() {
		for {
			time.Sleep(time.Millisecond)
			fmt.Print(".")
		}
	}()
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Print(line)
}
