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
	switch op := c.x.Op; {
	case op == kernel.OpVMAllocate:
		c.allocate()
	case op == kernel.OpThreadSwitch:
		c.threadSwitch()
	case op == kernel.OpTaskInfo:
		c.taskInfo()
	case op == kernel.OpThreadInfo:
		c.threadInfo()
	case op == kernel.OpHostStays:
		c.hostStays()
	case op.Class() == kernel.ClassDisk && c.x.Code != 0:
		c.addCall(c.asked(), c.x.Code.Error())
	case (op.Class() == kernel.ClassChance || op.Class() == kernel.ClassDisk) && c.x.Done:
		c.addCall(c.asked(), c.answered())
	}
}

// addCall adds a call that has completed.
func (c *Collector) addCall(arguments, result string) {
	if c.x.Done {
		c.add(Calls, c.plain("call", c.x.Op.String()), arguments, result)
	}
}

// asked formats the numbers and texts that a call was given, each after its word in the catalogue.
func (c *Collector) asked() string {
	var parts []string
	row := c.x.Op.Operands()
	for i := range row {
		if o, v := &row[i], &c.x.Operands[i]; o.Field >= kernel.FieldText {
			parts = append(parts, strings.TrimSpace(o.Word+" "+v.Text))
		} else if o.Field >= kernel.FieldN {
			parts = append(parts, strings.TrimSpace(fmt.Sprint(o.Word, " ", v.N)))
		}
	}
	return strings.Join(parts, ", ")
}

// answered formats the result of a call, if it is a number or a text.
func (c *Collector) answered() string {
	res := &c.x.Result
	switch c.x.Op.Result() {
	case kernel.ResultLine:
		if res.N == 0 {
			return "no more"
		}
		return strconv.Quote(res.Text)
	case kernel.ResultData:
		return strconv.Quote(res.Text)
	case kernel.ResultFile:
		return c.value(res)
	case kernel.ResultCode:
		return ""
	case kernel.ResultTime:
		return fmt.Sprintf("%d us", res.N)
	}
	return strconv.FormatInt(res.N, 10)
}

// allocate adds memory whose address the kernel chose.
func (c *Collector) allocate() {
	if c.done() && c.x.Flag {
		c.addCall(fmt.Sprintf("%d bytes", c.x.Operand(kernel.FieldN2).N), fmt.Sprintf("%#x", c.x.Result.N))
	}
}

// newMemory adds the addresses of the memory that came with a message.
func (c *Collector) newMemory() {
	if c.x.Got == nil {
		return
	}
	for i := range c.x.Got.Items {
		if it := &c.x.Got.Items[i]; it.Kind == ipc.KindMemory {
			c.addCall(fmt.Sprintf("%d bytes in a message", it.Size), fmt.Sprintf("%#x", it.Num))
		}
	}
}

// threadSwitch adds the time until the thread went on.
func (c *Collector) threadSwitch() {
	arguments := ""
	switch limit := c.x.Operand(kernel.FieldN2).N; c.x.Operand(kernel.FieldN).N {
	case kernel.SwitchWait:
		arguments = fmt.Sprintf("wait %d ms", limit)
	case kernel.SwitchDepress:
		arguments = fmt.Sprintf("depress %d ms", limit)
	}
	if c.done() {
		c.addCall(arguments, fmt.Sprintf("after %d us", c.x.Time-c.since[c.x.Actor.Thread]))
	}
}

func (c *Collector) taskInfo() {
	if info, ok := c.x.Info.(kernel.TaskInfo); ok && c.done() {
		c.addCall(c.value(&c.x.About), fmt.Sprintf("time %d us", info.EndedTime+info.LiveTime))
	}
}

func (c *Collector) threadInfo() {
	if info, ok := c.x.Info.(kernel.ThreadInfo); ok && c.done() {
		c.addCall(c.value(&c.x.About), fmt.Sprintf("time %d us", info.Time))
	}
}

func (c *Collector) hostStays() {
	info, ok := c.x.Info.(kernel.StayInfo)
	if !ok || !c.done() {
		return
	}
	result := fmt.Sprintf("%d us, %d halts", info.Now, len(info.Stays))
	if info.Stands {
		result += ", stands"
	}
	c.addCall(c.value(&c.x.About), result)
}
