//go:build !wasm

package serve

import (
	"errors"
	"fmt"
	"net"
	"strings"
)

// Link is how a guest gets to a Server: where it is, and by what the two know each other.
type Link struct {
	Network     string // unix or tcp
	Address     string
	Token       string // of TCP: by what the Server knows the guest
	Certificate string // and by what the guest knows the Server: the fingerprint of its certificate
}

// String is the line by which a Server tells a Link.
func (l Link) String() string {
	if l.Network == "unix" {
		return "unix " + l.Address
	}
	return fmt.Sprintf("tcp %s token %s certificate %s", l.Address, l.Token, l.Certificate)
}

// ParseLink reads such a line.
func ParseLink(text string) (l Link, err error) {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	if path, ok := strings.CutPrefix(line, "unix "); ok {
		return Link{Network: "unix", Address: path}, nil
	}
	words := strings.Fields(line)
	if len(words) != 6 || words[0] != "tcp" || words[2] != "token" || words[4] != "certificate" || len(words[5]) != 64 {
		return l, errors.New(`it is no link: that is a line "unix PATH", or "tcp ADDRESS token TOKEN certificate FINGERPRINT"`)
	}
	if _, _, err := net.SplitHostPort(words[1]); err != nil {
		return l, fmt.Errorf("the address of the link: %w", err)
	}
	return Link{Network: "tcp", Address: words[1], Token: words[3], Certificate: words[5]}, nil
}
