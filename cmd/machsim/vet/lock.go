package vet

var lockRule = Rule{
	Name:  "lock",
	Finds: "packages `sync` and `sync/atomic`",
	Use: "`cthreads.NewMutex`, `cthreads.NewCondition`, `cthreads.Join`; nothing in place of atomics, for a " +
		"thread runs alone between two kernel calls",
	search: locks.search("goes behind the kernel's back, and a thread that waits there stops the whole run"),
}

const (
	useMutex   = "cthreads.NewMutex"
	noAtomics  = "a plain variable: between two kernel calls a thread runs alone"
	useOnce    = "a bool: between two kernel calls a thread runs alone"
	usePlain   = "a plain map or slice with a cthreads.Mutex"
	useJoin    = "cthreads.Join, or cthreads.JoinAll"
	useCondVar = "cthreads.NewCondition"
)

var locks = library{
	"sync": {
		"Mutex": useMutex, "RWMutex": useMutex, "Locker": useMutex, "*": useMutex,
		"Cond": useCondVar, "NewCond": useCondVar,
		"Cond.Wait": useCondVar, "Cond.Signal": useCondVar, "Cond.Broadcast": useCondVar,
		"WaitGroup": useJoin, "WaitGroup.Add": useJoin, "WaitGroup.Done": useJoin, "WaitGroup.Wait": useJoin,
		"WaitGroup.Go": useJoin,
		"Once":         useOnce, "Once.Do": useOnce, "OnceFunc": useOnce, "OnceValue": useOnce, "OnceValues": useOnce,
		"Map": usePlain, "Map.Load": usePlain, "Map.Store": usePlain, "Map.Range": usePlain, "Map.LoadOrStore": usePlain,
		"Pool": "a new value each time", "Pool.Get": "a new value each time", "Pool.Put": "a new value each time",
	},
	"sync/atomic": atomics(),
}

// atomics also names the types, which are used by declaring a variable.
func atomics() map[string]string {
	all := both(noAtomics, "Bool Int32 Int64 Uint32 Uint64 Uintptr Pointer Value")
	all["*"] = noAtomics
	return all
}
