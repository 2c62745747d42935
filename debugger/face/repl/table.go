package repl

import (
	"machsim/debugger"
	"machsim/debugger/face/repl/look"
)

// The groups of commands, in the order of the help.
const (
	seeing  = "Seeing"
	objects = "Objects"
	moving  = "Moving"
	marks   = "Checkpoints"
	stops   = "Breakpoints"
	whatIf  = "What if"
	other   = "Other"
	shared  = "Together"
)

var groups = []string{seeing, objects, moving, stops, marks, whatIf, other, shared}

// Commands is the table of commands.
var Commands []Command

func init() {
	Commands = []Command{
		{Name: "where", Aliases: []string{"w", "when"}, Group: seeing, Short: "the position, and where each thread stands",
			Long: "For each thread: how many of its events are done, what keeps it from going on, its next\n" +
				"call (or the one that it waits in), and the source line of that. A star marks the thread in\n" +
				"focus; an orphan serves a remote call whose caller has given up (rpcs).\n" +
				aboutHolds,
			run: (*Prompt).whereCommand},
		{Name: "thread", Args: "[THREAD]", Group: seeing, most: many, Short: "show, or choose, the thread in focus",
			Long: "The thread in focus is the one that commands without a thread are about. After each\n" +
				"motion its next call is shown. At first it is the one that failed.",
			run: (*Prompt).threadCommand, words: threadNames},
		{Name: "name", Args: "[THREAD as NAME]", Group: seeing, most: many,
			Short: "give a thread a name, or list those given", Long: aboutSets, run: (*Prompt).name, words: threadNames},
		{Name: "list", Aliases: []string{"l"}, Args: "[THREAD | [FILE:]LINE] [LINES]", Group: seeing, most: many,
			Short: "source around a thread's next call, or a line",
			Long: "A LINE without a FILE is one of the file that the thread in focus is in; LINES is how many lines\n" +
				"are shown, and FROM,TO says which: list kant 30, list 100, list bank.go:100,120.",
			run: (*Prompt).list, words: sourceWords},
		{Name: "backtrace", Aliases: []string{"bt", "stack"}, Args: "[THREAD]", Group: seeing, most: many,
			Short: "calls of the program that a thread is in",
			Long: "Innermost first; frames of machsim and of Go itself are left out. The thread's program is\n" +
				"run again up to here for that. Where the thread waits for a remote call, or serves one, the\n" +
				"stack goes on through the other threads and hosts; up and down go along it.",
			run: (*Prompt).backtrace, words: threadNames},
		{Name: "frame", Aliases: []string{"f"}, Args: "[N]", Group: seeing, most: 1,
			Short: "the function in which names are looked up",
			Long:  "N is its number in backtrace; after a motion it is 0, the innermost." + aboutLines, run: (*Prompt).frame},
		{Name: "up", Args: "[N]", Group: seeing, most: 1, Short: "choose the function that called this one",
			run: moveFrame(1)},
		{Name: "down", Args: "[N]", Group: seeing, most: 1, Short: "choose the function that this one calls",
			run: moveFrame(-1)},
		{Name: "locals", Aliases: []string{"vars"}, Group: seeing, Short: "the variables of the chosen function",
			Long: "With its arguments and results, and those of the function around it; where the lines of the\n" +
				"program are not known, what the thread in focus shows (th.Watch)." + aboutLines, run: (*Prompt).locals},
		{Name: "args", Group: seeing, Short: "the arguments of the chosen function", run: (*Prompt).arguments},
		{Name: "globals", Group: seeing, Short: "the variables of the program's packages", run: (*Prompt).globals},
		{Name: "why", Args: "[THREAD | rpc N]", Group: seeing, most: many,
			Short: "why a thread does not go on: chain and cycle",
			Long: "Below a thread stand, indented, those that could end its wait, or of which events come first\n" +
				"in the recording, and why they do not go on.\n" + aboutHolds +
				"\nOf a remote call, by its number in rpcs: what has become of it, or what keeps it.",
			run: looks(look.Why), words: whyWords},
		{Name: "rpcs", Args: "[THREAD|PORT|failed|orphans|doubled]", Group: seeing, most: many,
			Short: "remote calls, and what became of each",
			Long:  look.AboutRPCs, run: known(looks(look.RPCs)), words: rpcWords},
		{Name: "linearizable", Args: "MODEL", Group: seeing, least: 1, most: many,
			Short: "do the remote calls fit an order", Long: look.AboutLinear,
			run: looks(look.Linearizable), words: linearWords},
		{Name: "blocked", Group: seeing, Short: "blocked table: threads that wait, or would wait",
			Long: "Of each thread that waits in a call, or would wait in the one that it is about to make: its\n" +
				"host, since when (a dash: not yet), for what, and who could end the wait (Krawczuk 3.5).",
			run: looks(look.Blocked)},
		{Name: "memory", compares: true, Args: "ADDRESS [LENGTH]", Group: seeing, least: 1, most: many,
			Short: "what vm_allocate gave: numbers and text",
			Long: "The memory is that of the task of the thread in focus. ADDRESS is a number, or an expression of\n" +
				"Go in the chosen function: memory 0x10000, memory addr+8 256.", run: looks(look.Memory)},
		{Name: "tables", Args: "[TABLE]", Group: seeing, most: 1, Short: "the tables of the run, or the columns of one",
			Long: "rows shows what is in them.", run: looks(look.Tables), words: tableNames},
		{Name: "rows", Args: "TABLE [COLUMNS] [where CONDITION and ...] [by COLUMNS] [N]", Group: seeing, most: many,
			Short: "rows of a table of the run", Long: look.AboutRows, run: known(looks(look.Rows)), words: rowWords,
			columns: true},
		{Name: "races", Group: seeing, Short: "variables that threads share with no protection",
			Long: "Pairs of accesses to the same variable by threads of one task, at least one of them a write, of\n" +
				"which neither happened before the other: no mutex, message, fork or join is between them. Each\n" +
				"pair of lines once, with the functions that the threads are in, and the positions before them.\n" +
				"Where the beginning of the run is not known, both accesses are in what is.",
			run: looks(look.Races)},
		{Name: "suspended", Group: seeing, Short: "suspended table: threads stopped, and by whom",
			Long: "The threads that the debugger has stopped (Krawczuk 3.5): those that stand at breakpoints, with\n" +
				"their breakpoints, and those that could go on. Below the same title those that Mach has\n" +
				"suspended, with the call by which, and since when.", run: looks(look.Suspended)},
		{Name: "delays", Group: seeing, Short: "artificial delays: what is kept back until its turn",
			Long: "An artificial delay (Krawczuk 3.5) is an event that could come now, and is kept back until its\n" +
				"turn in the recorded order: a lock, a receive, a signal, a fork ... Each stands with the\n" +
				"events that it comes after. So does a message that was sent although one that was there\n" +
				"before it has not been, and that is held at its port until its turn.",
			run: looks(look.Delays)},
		{Name: "print", compares: true, formats: true, Aliases: []string{"p"}, Args: "[/raw|/x] [THREAD] [VARIABLE]",
			Group: seeing, most: many,
			Short: "variables that the programs show",
			Long: "A program shows a variable x from where it says th.Watch(\"x\", &x). The value is the one at\n" +
				"the present position, written by its own String method if it has one; what pointers lead\n" +
				"to is shown with them. So is an expression that predicates know, as len(log). Of a\n" +
				"thread that has ended it is what it showed last. The programs are run again up to here.\n" +
				"FUNCTION.VARIABLE [in THREAD] is what the variable is, or was last, wherever the run stands.\n" + aboutFormats,
			run: (*Prompt).print, words: printWords},
		{Name: "display", compares: true, formats: true, Args: "[/raw|/x] [EXPRESSION]", Group: seeing, most: many,
			Short: "show a value after each motion, or list those shown",
			Long: "What print takes may be displayed, in the frame that is chosen after the motion. The page\n" +
				"has the same list, and it is kept with the notes of a recording.\n" + aboutFormats,
			run: (*Prompt).display, words: printWords},
		{Name: "undisplay", Args: "[N ...]", Group: seeing, most: many, Short: "show values no longer: all, or some",
			run: (*Prompt).undisplay, words: displayNumbers},
		{Name: "let", compares: true, Args: "[NAME = EXPRESSION]", Group: seeing, most: many,
			Short: "keep a value as $NAME, or list those kept",
			Long: "The value is the one here, in the chosen function; $NAME is it in every expression, wherever the\n" +
				"run stands. Numbers, truth values and texts may be used in conditions and predicates as well,\n" +
				"which have the constant in its place then. Values are kept until the session ends.",
			run: (*Prompt).let},
		{Name: "whatis", compares: true, Aliases: []string{"ptype"}, Args: "EXPRESSION", Group: seeing, least: 1, most: many,
			Short: "the type of an expression of Go", Long: "In the chosen function." + aboutLines, run: (*Prompt).whatis},
		{Name: "diagram", Args: "[N | FROM TO] [-o FILE] [--control [PREDICATE]]", Group: seeing, most: many,
			Short: "space-time diagram, as text or a picture",
			Long: "Threads side by side, time downwards, and an arrow wherever one affects another; a line\n" +
				"across is the position. Around the position, or N events there, or from event FROM to TO.\n" +
				"-o FILE.svg makes a picture: of the window if one is given, else of the run.\n" +
				"--control shows the markers of a run that was halted by messages; before a PREDICATE, the\n" +
				"messages by which Manabe and Aoyagi's algorithm halts a replay there (help check), with\n" +
				"--delay and --seed between the two.",
			run: (*Prompt).diagram, words: diagramWords},
		{Name: "events", Args: "[THREAD] [FROM [TO]]", Group: seeing, most: many,
			Short: "events around here, or from one to another",
			Long: "FROM and TO are events or positions in recorded order, as in events 10 20, or events start\n" +
				"end. With a THREAD only those of that thread. A dot marks events that are not done here.",
			run: (*Prompt).events, words: threadNames},
		{Name: "history", compares: true, Aliases: []string{"changes"}, Args: "[KIND] [NAME]", Group: seeing, most: many,
			Short: "what happened to an object, or to a variable",
			Long: "Without arguments: which histories there are. They go up to the present position and no\n" +
				"further. docs/RECORDINGS.md says what counts as what.\n" +
				"Of a variable, a field, an element or what a pointer leads to, as balance[0] or p.next.n: all\n" +
				"its changes in the run, with thread and line. A dot marks those that are not done here; goto\n" +
				"takes the positions. Where the chosen function has no such variable, it is a NAME." + aboutLocal + aboutLines,
			run: known((*Prompt).history), words: historyWords},
		{Name: "origin", compares: true, Args: "[EXPRESSION] [--depth N]", Group: seeing, most: many,
			Short: "where a value comes from, over hosts", Long: look.AboutOrigin + aboutLines,
			run: looks(look.Origin), words: originWords},
		{Name: "query", compares: true, Args: "[SELECT ... | NAME | NAME is SELECT ...]", Group: seeing, most: many,
			Short: "ask the events of the run a question in SQL",
			Long: "The tables are events, messages, threads, ports and others; docs/EVENTS.md has their columns.\n" +
				"One can go to a row with the number of an event (goto row 3), and walk the rows (next row,\n" +
				"previous row). A query with a name is kept with the recording, and break query NAME stops at\n" +
				"the events of its rows. before(a, b), concurrent(a, b), least(a) and clock(a) tell the causal\n" +
				"order of events, and field(fields, 'Amount') a field of a row's message. local('work.x') is the\n" +
				"assignments to a variable, or who comes to a label or a line; tables local has its columns.",
			run: (*Prompt).query, words: queryWords, columns: true},
		{Name: "queries", Group: seeing, Short: "the queries that have names", run: looks(look.Queries)},
		{Name: "stats", Group: seeing, Short: "the whole run in numbers",
			Long: "How long messages to each port took (half of them, 95 of 100, the longest), and how many were\n" +
				"lost; which mutexes threads waited for; the longest waits; how calls ended; who did how much;\n" +
				"which rights tasks had got and not given back when they returned;\n" +
				"and which tasks, and threads of a task, were never at work at the same time: of any event of\n" +
				"one and any of the other, one came before the other. Times are virtual; goto takes the events.",
			run: known(looks(look.Stats))},
		{Name: "output", Args: "[all]", Group: seeing, most: 1, Short: "what the programs have written so far",
			run: (*Prompt).output},
		{Name: "diff", Args: "[POSITION] [all]", Group: seeing, most: many, Short: "what changed between a position and here",
			Long: "Without a position: what the last motion changed. With all, bookkeeping too.",
			run:  (*Prompt).diff, words: positionWords},
		{Name: "isolate", Args: "TASK [PROGRAM]", Group: seeing, least: 1, most: 2,
			Short: "run one task alone: does it make the same calls?",
			Long:  look.AboutIsolate, run: looks(look.Isolate), words: taskNames},
		{Name: "info", Args: "[WORD]", Group: seeing, most: many, Short: "what was recorded, and how it ended",
			Long: "With a WORD what gdb shows by that: info threads, info breakpoints, info locals, info frame ...",
			run:  (*Prompt).infoAbout, words: fixed("threads", "tasks", "breakpoints", "locals", "stack")},

		{Name: "threads", Args: "[THREADS]", Group: objects, most: many, Short: "threads, and the state of each",
			Long: "All, or those of a set.\n" + aboutSets, run: (*Prompt).threads, words: threadNames},
		{Name: "tasks", Group: objects, Short: "tasks", run: looks(look.Tasks)},
		{Name: "hosts", Group: objects, Short: "hosts", run: looks(look.Hosts)},
		{Name: "halts", Group: objects, Short: "halts of hosts, and for how long these stood", run: known((*Prompt).halts)},
		{Name: "ports", Args: "[all]", Group: objects, most: 1, Short: "ports, their queues, and who has rights to them",
			Long: "Ports of the kernel's own, and the local ends of ports on other hosts, come with all.",
			run:  looks(look.Ports)},
		{Name: "port", Args: "NAME", Group: objects, least: 1, most: many,
			Short: "a port: queue, waiting threads, rights by task", run: looks(look.Port), words: portNames},
		{Name: "message", Aliases: []string{"messages"}, Args: "[EVENT]", Group: objects, most: 1,
			Short: "messages: queued, held, in hand, on a wire",
			Long:  "A message goes by the number of the event that sent it.", run: looks(look.Message)},
		{Name: "mutexes", Group: objects, Short: "mutexes, who holds them and who waits", run: looks(look.Mutexes)},
		{Name: "conditions", Group: objects, Short: "conditions, and who waits", run: looks(look.Conditions)},
		{Name: "netnames", Group: objects, Short: "names checked in, and what clients were told",
			Long: "The names that the name servers know here; below them, for each client, the last answer to\n" +
				"each call about a name. A port that has died is marked. history netname has all answers.",
			run: known(looks(look.Netnames))},
		{Name: "timers", Group: objects, Short: "timers, the earliest first", run: looks(look.Timers)},
		{Name: "wires", Group: objects, Short: "wires cut or slow, and what is on the wires", run: looks(look.Wires)},

		{Name: "disk", Args: "[HOST [FILE]]", Group: objects, most: many,
			Short: "the disks of hosts, or a file and what is not synced",
			Long: "A crash may take what is not synced, or a part of it, if the run has such faults. Of a FILE its\n" +
				"contents are shown, what is left without those writes, and the writes with their events. rows\n" +
				"disk has all writes of the run, and when each was safe or lost.",
			run: looks(look.Disk), words: hostNames},

		{Name: "step", Aliases: []string{"s", "reverse-step", "rs"}, Args: "[statement] [THREAD] [back] [N] [MODE]",
			Group: moving, Motion: true, most: many, Short: "a thread's next line, also of a called function",
			Long: "The lines are those of the program; N of them, or back to the one before. With statement, each\n" +
				"statement counts. Without a thread: of the one in focus.\n" + aboutModes + aboutLines,
			run: stepLine(debugger.Into), words: lineWords},
		{Name: "next", Aliases: []string{"n", "reverse-next", "rn"}, Args: "[statement] [THREAD] [back] [N] [MODE]",
			Group: moving, Motion: true, most: many, Short: "a thread's next line in the same function",
			Long: "As step, but over the functions that are called. next row goes to the next row of the last\n" +
				"answer (query, rows), next row back or previous row to the one before.\n" + aboutModes + aboutLines,
			run: nextLine, words: lineWords},
		{Name: "finish", Aliases: []string{"stepout", "so", "reverse-finish", "rf"}, Args: "[THREAD] [back] [N] [MODE]",
			Group: moving, Motion: true, most: many, Short: "on until a thread leaves its function, or back",
			Long: "The function is the chosen one (up, frame); with N it is the N-th from there, counted outwards.\n" +
				"What it returns is shown. The thread stands before the next statement of the function that\n" +
				"called it; with back, before the statement that calls it.\n" + aboutModes + aboutLines,
			run: stepLine(debugger.Out), words: motionWords},
		{Name: "until", Aliases: []string{"u", "advance"}, Args: "LINE [THREAD] [back] [MODE]", Group: moving, Motion: true,
			least: 1, most: many, Short: "on to a line of the function that a thread is in",
			Long: "Or until the function is left.\n" + aboutModes + aboutLines, run: (*Prompt).until, words: motionWords},
		{Name: "event", Aliases: []string{"e", "reverse-event", "re"}, Args: "[THREAD] [back] [N] [pessimistic|optimistic]",
			Group: moving, Motion: true, most: many, Short: "an event on, or N; of one thread, if it is named",
			Long: "Without a thread: the next event in recorded order.\n" + aboutModes,
			run:  (*Prompt).event, words: motionWords},
		{Name: "comm", Aliases: []string{"reverse-comm"}, Args: "[THREAD] [back] [N] [pessimistic|optimistic]",
			Group: moving, Motion: true, most: many, Short: "a thread's next message, lock, signal, fork ...",
			Long: "The next call that sends, receives, locks, unlocks, waits, signals, forks or joins, makes a\ntask, or " +
				"ends the thread, and is completed. Without a thread: of the one in focus.\n" + aboutModes,
			run: (*Prompt).comm, words: motionWords},
		{Name: "continue", Aliases: []string{"c", "reverse-continue", "rc"}, Args: "[back] [N]", Group: moving, Motion: true,
			most:  2,
			Short: "on, or back, to a breakpoint, the end or the start",
			Long: "To where the next enabled breakpoint stops a thread, in recorded order. If there is none, to\n" +
				"the end; with back, or reverse-, to the last one before here, or to the start. With N, to the\nN-th such place.",
			run: (*Prompt).proceed, words: fixed("back")},
		{Name: "type", Args: "[LINE]", Group: moving, most: many, Short: "give a live run a line of input, or the end of it",
			Long: "A run that is made while one looks (debug --live) stands still where a thread asks for\n" +
				"input that is not there yet; continue goes on then. Lines may be typed before they are asked\n" +
				"for. Without a line, the input ends.",
			run: (*Prompt).typeLine},
		{Name: "panic", Group: moving, Short: "stay here: what every thread is doing, at once",
			Long: aboutPanic, run: (*Prompt).panicButton},
		{Name: "goto", Aliases: []string{"g"}, Args: "POSITION | row N", Group: moving, Motion: true, least: 1,
			most: many, Short: "go to a position",
			Long: aboutPositions +
				"\ngoto row 3 goes to after the event of row 3 of the last answer (query, rows), goto row\n" +
				"3.2 to the second of that row.",
			run: (*Prompt).goTo, words: positionWords},
		{Name: "undo", Group: moving, Short: "go back to where the last motion began",
			Long: "The last motion in this run, whatever it was; a second undo undoes the first.",
			run:  func(p *Prompt, _ []string) error { return p.moved(p.d.Undo(p.a.Ctx)) }},
		{Name: "start", Aliases: []string{"rewind"}, Group: moving, Motion: true, Short: "go to before the first event",
			run: to("start")},
		{Name: "end", Group: moving, Motion: true, Short: "go to after the last event", run: to("end")},

		{Name: "break", compares: true, Aliases: []string{"b"}, Args: "SPEC", Group: stops, least: 1, most: many,
			Short: "stop threads that are about to do something",
			Long:  aboutBreakpoints(), run: breakAt(false), words: specWords},
		{Name: "tbreak", compares: true, Aliases: []string{"tb"}, Args: "SPEC", Group: stops, least: 1, most: many,
			Short: "a breakpoint for one stop",
			Long:  "It is deleted when it has stopped somebody. help break says what SPEC may be.", run: breakAt(true),
			words: specWords},
		{Name: "watch", compares: true, Args: "EXPRESSION", Group: stops, least: 1, most: many,
			Short: "stop who has given a variable another value",
			Long: "EXPRESSION is one of Go that names a variable of the chosen function, a field, an element, or\n" +
				"what a pointer leads to, as balance[0], a.next.n or *p. continue goes to where a statement has\n" +
				"changed it, continue back to the last one before here; the statement is shown, with the old\n" +
				"and the new value. It lasts as long as the function; a variable of a package, all the run.\n" +
				"history EXPRESSION lists all changes at once. Where the chosen function has no such variable,\n" +
				"EXPRESSION is a NAME." + aboutLocal + aboutLines, run: watch(debugger.ChangeWatch),
			words: localNames},
		{Name: "rwatch", compares: true, Args: "EXPRESSION", Group: stops, least: 1, most: many,
			Short: "stop who is about to read a variable",
			Long: "As watch, but before a statement that reads the variable, a part of it or all of it; the\n" +
				"elements of a slice are parts of it. What the standard library reads is not seen." + aboutLines,
			run: watch(debugger.ReadWatch), words: localNames},
		{Name: "awatch", compares: true, Args: "EXPRESSION", Group: stops, least: 1, most: many,
			Short: "stop who is about to read or write a variable",
			Long:  "As rwatch, and before a statement that writes it, even if that writes the same value." + aboutLines,
			run:   watch(debugger.AccessWatch), words: localNames},
		{Name: "wwatch", compares: true, Args: "EXPRESSION", Group: stops, least: 1, most: many,
			Short: "stop who is about to give a variable another value",
			Long:  "As watch, but before the statement that does it." + aboutLines,
			run:   watch(debugger.WriteWatch), words: localNames},
		{Name: "breakpoints", Group: stops, Short: "the breakpoints, and how often each is reached",
			Long: "Hits are the places of the recording where it stops a thread; so far, those that the present\n" +
				"position has come to.", run: (*Prompt).breakpoints},
		{Name: "enable", Args: "[N ...]", Group: stops, most: many,
			Short: "let breakpoints stop threads again; all, or some", run: setEnabled(true), words: pointNumbers},
		{Name: "disable", Args: "[N ...]", Group: stops, most: many, Short: "let breakpoints stop nobody; all, or some",
			run: setEnabled(false), words: pointNumbers},
		{Name: "ocb", Args: "[N ...] [back]", Group: stops, Motion: true, most: many,
			Short: "stop threads together, the rest as far as they get",
			Long: aboutJoint + "\nThe optimistic consistent breakpoint (Krawczuk 3.1): all others go on as far as they can\n" +
				"while none of these threads passes its place.", run: joint(debugger.Optimistic), words: jointWords},
		{Name: "pcb", Args: "[N ...] [back]", Group: stops, Motion: true, most: many,
			Short: "stop threads together, the rest as far as needed",
			Long: aboutJoint + "\nThe pessimistic causal breakpoint (Krawczuk 3.1): all others do only what these threads " +
				"need\nto come to their places.", run: joint(debugger.Pessimistic), words: jointWords},

		{Name: "stop", compares: true, Args: "[if PREDICATE]", Group: stops, most: many,
			Short: "stop where a condition on several processes holds",
			Long:  aboutStops, run: (*Prompt).stopIf, words: predicateWords},
		{Name: "check", compares: true, Args: "[--all | --control] PREDICATE", Group: stops, least: 1,
			most: many, Short: "hold a condition against the whole run",
			Long: look.AboutCheck, run: looks(look.Check), words: checkWords},
		{Name: "trace", compares: true, Args: "EXPRESSION [if PREDICATE]", Group: stops, least: 1, most: many,
			Short: "show a value wherever a condition holds",
			Long: "Every motion that passes states which satisfy PREDICATE shows what EXPRESSION is in them, even\n" +
				"where it goes further itself: where PREDICATE comes to hold, and at each change of EXPRESSION as\n" +
				"long as it holds. help stop says what both may be.\n" +
				"trace NAME, without a condition, shows each assignment that gives a variable another value, with\n" +
				"who did it and where; trace reads of NAME, each statement that reads it; trace label NAME and\n" +
				"trace FILE.go:LINE, who comes there; trace FILE.go:LINE log TEXT, a text in which expressions of\n" +
				"Go stand in braces: trace bank.go:81 log {r.Account} has {r.Balance}." + aboutLocal,
			run: (*Prompt).traceIf, words: traceWords},
		{Name: "switch", Args: "N[,M]", Group: stops, least: 1, most: 2, Short: "make a stop the primary one",
			Long: "continue stops at every stop. It goes to the first state that satisfies the primary one, in\n" +
				"which every process has done what it must have done for that, and nothing else; at the others\n" +
				"it stops where they are satisfied on the way there, or else after that (Manabe and Aoyagi 5).\n" +
				"With M the primary one is the M-th of the parts that are joined by or in stop N, as in\n" +
				"switch 3,2. The first stop that is set and can be satisfied is the primary one.", run: (*Prompt).switchTo,
			words: stopNumbers},

		{Name: "checkpoint", Args: "[NAME]", Group: marks, most: 1, Short: "name the present position",
			run: (*Prompt).checkpoint},
		{Name: "checkpoints", Group: marks, Short: "the positions that have names", run: (*Prompt).checkpoints},
		{Name: "rollback", Args: "NAME", Group: marks, Motion: true, least: 1, most: 1, Short: "go to a checkpoint",
			run: (*Prompt).rollback, words: checkpointNames},
		{Name: "note", Args: "TEXT", Group: marks, least: 1, most: many, compares: true,
			Short: "write a line down about the present position",
			Long: "It is there when the recording is opened again, as breakpoints and checkpoints are:\n" +
				"machsim debug FILE keeps them in FILE.notes.",
			run: (*Prompt).note},
		{Name: "notes", Group: marks, Short: "the notes, and the positions they are about", run: (*Prompt).notes},
		{Name: "delete", Args: "NAME | N ... | note N | query NAME | name NAME", Group: marks, least: 1, most: many,
			Short: "forget a checkpoint, breakpoints, a note, a name ...", run: (*Prompt).deletes, words: deletable},

		{Name: "cause", Args: "[SAMPLES]", Group: whatIf, most: 1,
			Short: "from which event on the failure was certain", Long: aboutCause, run: (*Prompt).causeCommand},
		{Name: "run", Args: "[SEED]", Group: whatIf, most: 1, Short: "run on from here in another way: makes a fork",
			Long: "A fork is a run of its own: as this one up to here, then as another seed chooses. It is\n" +
				"entered, at its end. Without a SEED it is the next that was not used, from 1 above that of\n" +
				"the recording. Nothing changes the recording; parent goes back to it. Console input that\n" +
				"was not recorded has no lines.",
			run: (*Prompt).run},
		{Name: "choose", Args: "[THREAD | N [SEED]]", Group: whatIf, most: many,
			Short: "let a thread go next here, and run on: a fork",
			Long: "As run, but for the first event after here, which is the thread's. It must not wait in a\n" +
				"call or be suspended; that it is held back, or would wait, is no hindrance. choose alone\n" +
				"lists who can go, also packets that can arrive, with numbers that choose takes as well. At\n" +
				"the end of a run that is made while one looks (debug --live) it is one event of that run.",
			run: (*Prompt).choose, words: threadNames},
		{Name: "drop", Args: "EVENT", Group: whatIf, least: 1, most: 1, Short: "lose the message that an event sent: a fork",
			Long: "The message has to be queued, or on a wire. It is destroyed, with the rights in it.\n" + aboutChanges,
			run:  (*Prompt).drop, words: sentWords},
		{Name: "cut", Args: "HOST HOST", Group: whatIf, least: 2, most: 2, Short: "cut the wire between two hosts: a fork",
			Long: "What is on the wire is sent again for ten seconds, and then lost. heal mends it.\n" + aboutChanges,
			run:  (*Prompt).cut, words: hostNames},
		{Name: "heal", Args: "HOST HOST", Group: whatIf, least: 2, most: 2, Short: "mend the wire between two hosts: a fork",
			Long: aboutChanges, run: (*Prompt).heal, words: hostNames},
		{Name: "halt", Args: "HOST [for TIME]", Group: whatIf, least: 1, most: many,
			Short: "halt a host and all others, until resume: a fork",
			Long: "The agent of the host halts it at once, and tells the agents of the others. Tasks, clocks and\n" +
				"timers stand meanwhile, so the program cannot tell; what is marked as shared goes on. With a\n" +
				"time, as in halt a for 60s, the halt ends by itself. halts lists them.\n" + aboutChanges,
			run: (*Prompt).halt, words: hostNames},
		{Name: "resume", Args: "[HALT]", Group: whatIf, most: 1, Short: "end a halt, else the last: a fork",
			Long: aboutChanges, run: (*Prompt).resume},
		{Name: "alter", Args: "EVENT FIELD = VALUE", Group: whatIf, least: 3, most: many,
			Short: "change a field of a message that is queued: a fork",
			Long: "The message goes by the event that sent it, and has to be queued, or on a wire. A field has its\n" +
				"name, or the number of an item, from 1. It keeps its kind: a number, true or false, or a text.\n" + aboutChanges,
			run: (*Prompt).alter, words: sentWords},
		{Name: "reorder", Args: "EVENT first|last|PLACE", Group: whatIf, least: 2, most: 2,
			Short: "move a message to another place in its queue: a fork",
			Long: "The message goes by the event that sent it, and has to be queued where it is received. The first\n" +
				"of a queue is received next.\n" + aboutChanges,
			run: (*Prompt).reorder, words: sentWords},
		{Name: "call", Args: "EXPRESSION [in THREAD] | rpc PORT MESSAGE [from THREAD]", Group: whatIf, least: 1, most: many,
			Short: "call a method, or a server, for real: a fork",
			Long: "The method is that of a variable in the chosen function, as in call account.Deposit(100); its\n" +
				"arguments are numbers, truth values and texts. print calls it on a copy. The thread is at one\n" +
				"of its calls, and the method makes none; one that panics or does not come back is not called.\n" +
				"The fork goes on from what it has done, and is made again like any other." + aboutLines + "\n" +
				"\ncall rpc PORT MESSAGE from THREAD: a thread that is made for it in the task of THREAD sends the\n" +
				"message to a port that the task can send to, and waits for the reply; then it is there no more.\n" +
				"A message is a struct that the program sends or declares, as in get{Account: 3}, where what is\n" +
				"left out is zero, or an id with items, as in 12(3, true). The run goes on, by another seed, to\n" +
				"where the reply is there or the call has failed: it waits ten seconds of the run at most for\n" +
				"room at the port, and ten for the reply. Without THREAD it is the one in focus.",
			run: (*Prompt).call, words: callWords},
		{Name: "abort", Args: "THREAD", Group: whatIf, least: 1, most: many,
			Short: "end a thread's wait, as thread_abort does: a fork",
			Long: "Its call returns that it was interrupted, and it leaves the queue of those who wait. That ends\n" +
				"waits for messages, room in queues, and time, and not those for mutexes and conditions.\n" + aboutChanges,
			run: (*Prompt).abort, words: threadNames},
		{Name: "inject", compares: true, Args: "PORT ID [ITEM ...]", Group: whatIf, least: 2, most: many,
			Short: "queue a message that nobody has sent: a fork",
			Long:  "Items are numbers, true and false, and texts, in quotes if they have blanks.\n" + aboutChanges,
			run:   (*Prompt).inject, words: portNames},
		{Name: "kill", Args: "[thread|task|host] NAME", Group: whatIf, least: 1, most: many,
			Short: "end a thread or a task, or crash a host: a fork",
			Long:  aboutChanges, run: (*Prompt).kill, words: killableNames},
		{Name: "parent", Group: whatIf, Short: "from a fork back to what it was made from", run: (*Prompt).toParent},
		{Name: "forks", Group: whatIf, Short: "the forks that were made, and how they ended", run: (*Prompt).listForks},
		{Name: "fork", Args: "N", Group: whatIf, least: 1, most: 1, Short: "enter a fork again, where it was left",
			run: (*Prompt).toFork, words: forkNumbers},
		{Name: "close", Args: "[N]", Group: whatIf, most: 1, Short: "close a fork, and free what it takes up",
			Long: "The fork that one is in, or that of a number. What was not saved is gone; the file of one that\n" +
				"was stays. Forks that were made from it go on: they have all of it that they need, and their\n" +
				"parent is the nearest run before it that is open.",
			run: (*Prompt).closeFork, words: forkNumbers},
		{Name: "save", Args: "[FILE]", Group: whatIf, most: 1, Short: "write the fork's recording into a file",
			Long: "machsim replay and machsim debug take the file, whose name ends in .rec. The recording from\n" +
				"which the fork was made is not needed for that.",
			run: (*Prompt).save},

		{Name: "set", compares: true, Args: "[VARIABLE VALUE [in THREAD] | mode MODE | page N | servers on | patience TIME]",
			Group: whatIf, most: many,
			Short: "give a variable another value: a fork; or settings",
			Long: "The variable is one that print shows, or a part of it, as in set balance[2] 100 or set v.n 3.\n" +
				"The value is an expression, in which a name alone is a variable of the same thread, as in\n" +
				"set balance[2] balance[0] + 1; a text stands in quotes.\n" +
				"Where the lines of the program are known, it may be any variable that the chosen function sees,\n" +
				"also between two calls, as in set x = x + 1, set p.next.n = 3 or set *p = 0.\n" +
				"A call that its thread is about to make has its arguments already.\n" + aboutChanges +
				"\nset mode pessimistic|optimistic: what the others do when one thread is stepped.\n" +
				"set page N: how many lines of an answer are shown at once.\n" +
				"set servers on, off: whether lists, stats and diagrams have machsim's own name servers.\n" +
				"One in focus, at a breakpoint, or that has failed is always there; queries and histories\n" +
				"have all.\nset patience TIME, off: how long the prompt waits for a command (help jobs).\nset: how they are.",
			run: (*Prompt).set, words: fixed("mode", "page", "servers", "patience", "on", "off", "pessimistic", "optimistic")},
		{Name: "more", Args: "[N|all]", Group: other, most: 1, Short: "the rest of an answer that was too long",
			run: (*Prompt).more, words: fixed("all")},
		{Name: "help", Aliases: []string{"h", "?"}, Args: "[COMMAND|positions|names|modes]", Group: other, most: 1,
			Short: "help, on a command too", run: (*Prompt).help, words: helpWords},
		{Name: "quit", Aliases: []string{"q", "exit"}, Group: other, Short: "leave", beside: (*Prompt).leave},

		{Name: "who", Group: shared, Short: "who is in this session, and who moves", beside: (*Prompt).who,
			Long: aboutShared},
		{Name: "give", Args: "NAME", Group: shared, least: 1, most: 1, Short: "let somebody else move in this session",
			beside: (*Prompt).give, Long: "Whoever has moved so far looks from then on.\n" + aboutShared},
		{Name: "take", Group: shared, Short: "begin to move in this session, for who moves now",
			beside: (*Prompt).take,
			Long: "Whoever has moved so far looks from then on, is told so, and a command of his that is at work\n" +
				"is given up. Who was let in only to look has to be let move by give.\n" + aboutShared},
		{Name: "jobs", Group: shared, Short: "the command that goes on beside the prompt", beside: (*Prompt).jobs,
			Long: aboutJobs},
		{Name: "join", Args: "[N]", Group: shared, most: 1, Short: "wait for a command that goes on beside the prompt",
			beside: (*Prompt).join, Long: aboutJobs},
		{Name: "cancel", Args: "[N]", Group: shared, most: 1, Short: "give up a command that goes on beside the prompt",
			beside: (*Prompt).cancelJob, Long: aboutJobs},
	}
}

// Texts that several helps have.
const (
	aboutModes = `With a thread, the mode says what the others do: pessimistic, only what the thread's event
needs; optimistic, all that they can do without its later events (set mode; or -p and -o
here). back, or reverse- before the command, goes back: pessimistic, what depends on the
event goes too and all else stays; optimistic, the others are as far as they can be.`

	aboutLocal = `
A NAME means the same wherever the run stands: FUNCTION.VARIABLE, as work.x, *work.q or
work.list[2]; a variable that one function alone has, or that threads show (th.Watch), needs no
function. in THREAD behind it means the calls of that thread alone.`

	aboutLines = `
The lines are known where machsim debug could build the program with hooks.`

	aboutHolds = `A thread is
  ready        if it can take its next event
  waiting      in the middle of a call
  would wait   if the call that it is about to make would wait, as the world is here
  held back    if the call would not, but events of others come first in the recording (delays)
  suspended    by Mach's thread_suspend or task_suspend
  to be ended  if an event of another ends it before it goes on
  at the end   if the recording has no event of it any more`

	aboutStops = `PREDICATE is about any number of processes, as in
  stop if kant.holding = 2 and hume.holding = 0
  stop if two different workers (label critical)
  stop if sum of balance != 100
  stop if send to port a by client -> task-exit of server      one happened before the other
  stop if lock fork1 by kant || lock fork2 by hume              neither did
  stop if definitely(leader.done and not leader.sure)          in any order of the events
  stop if simultaneous(a.busy = 1, b.busy = 1)                  somebody knows that both hold
continue goes on to the next position that satisfies it, and continue back to the last one
before: of a condition joined by and it is the first state that satisfies it, which is unique:
every process has done what it must have done, and nothing else. Then it is said why it holds,
and in which order the parts came about. Of several stops one is the primary one (help switch).
Without arguments the global predicates are listed; they are deleted, enabled and disabled by
number, as breakpoints are. docs/PREDICATES.md has all of the language.`

	aboutChanges = `The change is an event of its own, made by the debugger, and begins a fork: a run of its own,
which one enters where the change is made. From there on it goes as recorded as far as that
fits, and then as another seed chooses. parent goes back.`

	aboutPositions = `A position is a consistent cut: how many events each thread has done, such that with an
event all that come before it in the causal order are done. One is written as
  41            after event 41, in recorded order; so are start and end
  past 41       the least position that holds event 41: what came before it in the causal order
  without 41    the greatest position that does not hold event 41
  NAME          a checkpoint
  41&44         after event 41, and the thread of event 44 up to that; 2/41 is one of fork 2
  a.1=5&b.1=3   the least position at which these threads have done so many events
  .             here
  +5 or -5      5 events on from here, or back, in recorded order; so are end-10 and NAME+3
The prompt shows it: (machsim 41) is after event 41; (machsim 41+3) holds all events up to 41
and 3 later ones, so that it is not in recorded order.`

	aboutNames = `Threads, tasks, ports, mutexes and conditions go by the names that the program gave them, or
by who made them and their number among those: client.1.p2 is the second port that thread
client.1 made. If others of the sort have that name in the run, it goes on with the maker:
kid of worker.1 #2 is the second task that worker.1 made, kid.1 of worker.1 #2 its thread.
Any part of a name that only one object has will do, so kant stands for table.kant. A dot
stands for the thread in focus. Names with spaces need no quotes where nothing follows them;
in breakpoints and predicates they do: break receive by "kid.1 of worker.1 #2".`
)
