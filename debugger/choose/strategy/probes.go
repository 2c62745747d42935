package strategy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// ProbeHelp lists the kinds of probe with what they are.
func ProbeHelp() string {
	return strings.Join(text.Each(kinds(kernel.FaultKind.IsProbe), func(k kernel.FaultKind) string {
		return ProbeForms[k] + " (" + k.Doc() + ")"
	}), ", ")
}

// ProbeForms are the probes as one types them.
var ProbeForms = map[kernel.FaultKind]string{kernel.ProbeSlow: "slow:THREAD=FACTOR", kernel.ProbeHold: "hold:PORT=TIME",
	kernel.ProbeSleep: "sleep:THREAD=SHARE"}

// ProbeNames lists the beginnings of probes, for completion.
func ProbeNames() []string {
	return text.Each(kinds(kernel.FaultKind.IsProbe), func(k kernel.FaultKind) string { return k.String() + ":" })
}

// ParseProbes adds probes to what may go wrong, as one types them: "slow:teller1=3,hold:bank=2ms".
func ParseProbes(f *kernel.Faults, words string) error {
	if words == "" {
		return nil
	}
	for word := range strings.SplitSeq(words, ",") {
		p, err := parseProbe(word)
		if err == nil {
			err = f.WithProbe(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// parseProbe reads a probe, as "hold:bank=2ms".
func parseProbe(word string) (p kernel.Probe, err error) {
	name, rest, _ := strings.Cut(word, ":")
	name = strings.TrimSpace(name)
	if p.Kind = kindNamed(name, kernel.FaultKind.IsProbe); p.Kind == kernel.NoFault {
		return p, fmt.Errorf("there is no kind of probe %q; %s", name, text.Offer(name, ProbeNames(), "kinds"))
	}
	on, amount, ok := text.CutLast(rest, "=")
	if !ok {
		return p, fmt.Errorf("write the probe as %s", ProbeForms[p.Kind])
	}
	p.On = strings.TrimSpace(on)
	p.Amount = probeAmount(p.Kind, strings.TrimSpace(amount))
	if err = p.Check(); err != nil {
		err = fmt.Errorf("%w, and not %q", err, amount)
	}
	return p, err
}

// probeAmount reads how much a probe does; -1 for what cannot be read.
func probeAmount(kind kernel.FaultKind, word string) int64 {
	switch kind {
	case kernel.ProbeHold:
		if d, err := time.ParseDuration(word); err == nil {
			return d.Microseconds()
		}
	case kernel.ProbeSleep:
		percent, ok := strings.CutSuffix(word, "%")
		x, err := strconv.ParseFloat(percent, 64)
		if rate := math.Round(x * 10); ok && err == nil && rate == x*10 && math.Abs(rate) <= kernel.MaxRate {
			return int64(rate)
		}
	default:
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return n
		}
	}
	return -1
}
