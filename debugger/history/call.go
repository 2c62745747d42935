package history

import (
	"fmt"
	"strconv"

	"machsim/ipc"
	"machsim/kernel"
)

// addCall adds a call whose result the program cannot know, once it is done.
func (c *Collector) addCall(arguments, result string) {
	if c.e.Done {
		c.add(Calls, c.plain("call", c.e.Call.Op.String()), arguments, result)
	}
}

func (c *Collector) random() {
	c.addCall(fmt.Sprintf("below %d", c.e.Call.N), strconv.FormatInt(c.e.Result.N, 10))
}

func (c *Collector) clock() { c.addCall("", strconv.FormatInt(c.e.Result.N, 10)+" us") }

func (c *Collector) readLine() {
	if c.e.Result.N == 0 {
		c.addCall("", "no more")
		return
	}
	c.addCall("", strconv.Quote(c.e.Result.Text))
}

// allocate adds memory whose address the kernel chose.
func (c *Collector) allocate() {
	if c.done() && c.e.Call.Flag {
		c.addCall(fmt.Sprintf("%d bytes", c.e.Call.N2), fmt.Sprintf("%#x", c.e.Result.N))
	}
}

// newMemory adds the addresses at which the memory in a message was put.
func (c *Collector) newMemory() {
	if !c.done() || c.e.Call.Opt&ipc.MACH_RCV_MSG == 0 || c.e.Result.Msg == nil {
		return
	}
	for _, it := range c.e.Result.Msg.Items {
		if it.Kind == ipc.KindMemory {
			c.addCall(fmt.Sprintf("%d bytes in a message", it.Size), fmt.Sprintf("%#x", it.Num))
		}
	}
}

// threadSwitch adds how long it took until the thread went on.
func (c *Collector) threadSwitch() {
	arguments := ""
	switch c.e.Call.N {
	case kernel.SwitchWait:
		arguments = fmt.Sprintf("wait %d ms", c.e.Call.N2)
	case kernel.SwitchDepress:
		arguments = fmt.Sprintf("depress %d ms", c.e.Call.N2)
	}
	if c.done() {
		c.addCall(arguments, fmt.Sprintf("after %d us", c.e.Time-c.since[c.e.Actor.Thread]))
	}
}

func (c *Collector) taskInfo() {
	if info, ok := c.e.Result.Info.(kernel.TaskInfo); ok && c.done() {
		c.addCall(c.task(kernel.TaskID(c.e.About.ID)), fmt.Sprintf("time %d us", info.EndedTime+info.LiveTime))
	}
}

func (c *Collector) threadInfo() {
	if info, ok := c.e.Result.Info.(kernel.ThreadInfo); ok && c.done() {
		c.addCall(c.thread(kernel.ThreadID(c.e.About.ID)), fmt.Sprintf("time %d us", info.Time))
	}
}
