package history

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// unforeseen adds a call whose result the program cannot know.
func (c *Collector) unforeseen() {
	switch call := c.e.Call; {
	case call.Op == kernel.OpVMAllocate:
		c.allocate()
	case call.Op == kernel.OpThreadSwitch:
		c.threadSwitch()
	case call.Op == kernel.OpTaskInfo:
		c.taskInfo()
	case call.Op == kernel.OpThreadInfo:
		c.threadInfo()
	case call.Op.Class() == kernel.ClassChance && c.e.Done:
		c.addCall(c.asked(), c.answered())
	}
}

// addCall adds a call that is done.
func (c *Collector) addCall(arguments, result string) {
	if c.e.Done {
		c.add(Calls, c.plain("call", c.e.Call.Op.String()), arguments, result)
	}
}

// asked is the numbers and texts that a call was given, with the words that they have in its row.
func (c *Collector) asked() string {
	var parts []string
	operands := c.e.Call.Op.Operands()
	for i := range operands {
		if o := &operands[i]; o.Field >= kernel.FieldText {
			parts = append(parts, strings.TrimSpace(o.Word+" "+o.Text(c.e.Call)))
		} else if o.Field >= kernel.FieldN {
			parts = append(parts, strings.TrimSpace(fmt.Sprint(o.Word, " ", o.Number(c.e.Call))))
		}
	}
	return strings.Join(parts, ", ")
}

// answered is what a call answers that is a number or a text.
func (c *Collector) answered() string {
	res := c.e.Result
	switch c.e.Call.Op.Result() {
	case kernel.ResultLine:
		if res.N == 0 {
			return "no more"
		}
		return strconv.Quote(res.Text)
	case kernel.ResultTime:
		return fmt.Sprintf("%d us", res.N)
	}
	return strconv.FormatInt(res.N, 10)
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
