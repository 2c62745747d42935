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

// ParseFaults reads budgets as one types them: "crash=1,loss=30%@client:server@1s..5s". A kind without a number may
// happen once. A rate is a share of the packets that a fault can hit. After @ stands where, a host, two hosts joined by
// + or, for one direction, by :; or when, a span of virtual time. Probes may stand among them: "hold:bank=2ms".
func ParseFaults(words string) (f kernel.Faults, err error) {
	if words == "" {
		return f, nil
	}
	for word := range strings.SplitSeq(words, ",") {
		if strings.Contains(strings.Split(strings.Split(word, "@")[0], "=")[0], ":") {
			if err := ParseProbes(&f, word); err != nil {
				return f, err
			}
			continue
		}
		kind, b, err := parseBudget(strings.TrimSpace(word))
		switch {
		case err != nil:
			return f, err
		case f[kind].Any():
			return f, fmt.Errorf("%s is there twice", kind)
		case b.Any():
			f[kind] = b
		}
	}
	return f, nil
}

// parseBudget reads one budget with its kind.
func parseBudget(word string) (kind kernel.FaultKind, b kernel.Budget, err error) {
	parts := strings.Split(word, "@")
	name, number, given := strings.Cut(parts[0], "=")
	name, number = strings.TrimSpace(name), strings.TrimSpace(number)
	if !given {
		number = "1"
	}
	if kind = kindNamed(name, kernel.FaultKind.Budgeted); kind == kernel.NoFault {
		return kind, b, fmt.Errorf("there is no kind of fault %q; %s", name, text.Offer(name, FaultNames(), "kinds"))
	}
	if b, err = parseNumber(kind, number); err != nil {
		return kind, b, err
	}
	for _, part := range parts[1:] {
		switch part = strings.TrimSpace(part); {
		case strings.Contains(part, ".."):
			err = parseSpan(&b.Scope, kind, part)
		default:
			err = parsePlace(&b.Scope, kind, part)
		}
		if err != nil {
			return kind, b, err
		}
	}
	return kind, b, nil
}

// parseNumber reads how many faults there may be, or at which rate.
func parseNumber(kind kernel.FaultKind, number string) (b kernel.Budget, err error) {
	share, isRate := strings.CutSuffix(number, "%")
	if !isRate {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n > kernel.MaxFaults {
			return b, fmt.Errorf("the number of %s must be from 0 to %d, not %q", kind, kernel.MaxFaults, number)
		}
		return kernel.Budget{Most: uint16(n)}, nil
	}
	x, err := strconv.ParseFloat(share, 64)
	rate := math.Round(x * 10)
	switch {
	case kind.Between():
		return b, fmt.Errorf("%s hits no packets or calls on disks, of which it could hit a share; say how often it may "+
			"happen, as %s=2", kind, kind)
	case err != nil || !(rate >= 0 && rate <= kernel.MaxRate) || rate != x*10:
		return b, fmt.Errorf("the rate of %s must be from 0%% to 100%%, in tenths of a percent, not %q", kind, number)
	}
	return kernel.Budget{Rate: uint16(rate)}, nil
}

// parsePlace reads whom a fault may hit: a host, a wire, or one direction of it.
func parsePlace(x *kernel.Scope, kind kernel.FaultKind, part string) error {
	if x.A != "" {
		return fmt.Errorf("%s says twice where: %q and %q", kind, x.A, part)
	}
	for _, sign := range []string{":", "+"} {
		a, b, two := strings.Cut(part, sign)
		if !two {
			continue
		}
		switch x.A, x.B, x.OneWay = strings.TrimSpace(a), strings.TrimSpace(b), sign == ":"; {
		case x.A == "" || x.B == "" || x.A == x.B:
			return fmt.Errorf("%s=...@%s: a wire is between two hosts, as client+server, or, from the first to the second "+
				"alone, client:server", kind, part)
		case x.OneWay && !kind.OfPacket():
			return fmt.Errorf("%s hits no packets, so it has no direction; write %s+%s for the wire", kind, x.A, x.B)
		case !kind.OfPacket() && kind.Hits() != kernel.HitsWire:
			return fmt.Errorf("%s hits no wire; name one host, as %s=1@%s", kind, kind, x.A)
		}
		return nil
	}
	if x.A = part; part == "" {
		return fmt.Errorf("%s=...@: a host, a wire or a span of time is missing after @, as client:server or 1s..5s", kind)
	}
	return nil
}

// parseSpan reads from when on, and to when, a fault may happen: "1s..5s", of which one may be missing.
func parseSpan(x *kernel.Scope, kind kernel.FaultKind, part string) error {
	from, to, _ := strings.Cut(part, "..")
	if x.Since != 0 || x.Until != 0 {
		return fmt.Errorf("%s says twice when", kind)
	}
	var ok, both bool
	x.Since, ok = microseconds(from)
	x.Until, both = microseconds(to)
	if !ok || !both || to != "" && x.Until <= x.Since {
		return fmt.Errorf("%s=...@%s: a span of virtual time is written as 1s..5s, 500ms.. or ..2m, and ends after it begins",
			kind, part)
	}
	return nil
}

// microseconds reads a time, nothing as 0.
func microseconds(word string) (int64, bool) {
	if word = strings.TrimSpace(word); word == "" {
		return 0, true
	}
	d, err := time.ParseDuration(word)
	return d.Microseconds(), err == nil && d >= 0
}
