package jetstream

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// address is where a job is found, and what opens the door.
type address struct {
	server string // URL without credentials
	user   *url.Userinfo
	job    string // id of the job
}

// parseURL reads the URL at which workers join: SCHEME://TOKEN@HOST:PORT/JOB.
func parseURL(text string) (address, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme == "" || u.Host == "":
		return address{}, errors.New("that is no URL of a coordinator, such as nats://TOKEN@HOST:PORT/JOB")
	case u.User.String() == "":
		return address{}, errors.New("the URL lacks the token: nats://TOKEN@HOST:PORT/JOB")
	}
	return address{server: u.Scheme + "://" + u.Host, user: u.User, job: strings.Trim(u.Path, "/")}, nil
}

// String returns the URL, with the token.
func (a address) String() string {
	rest := strings.SplitN(a.server, "://", 2)
	return fmt.Sprintf("%s://%s@%s/%s", rest[0], a.user, rest[1], a.job)
}

// newToken returns a token that nobody can guess.
func newToken() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // which never fails
	return hex.EncodeToString(b)
}

// listening reads where to listen: HOST:PORT, where no host is this machine alone; "" is any port of it.
func listening(text string) (host, port string, err error) {
	if text == "" {
		return "127.0.0.1", "0", nil
	}
	host, port, err = net.SplitHostPort(text)
	if err != nil {
		return "", "", fmt.Errorf("%q is neither HOST:PORT nor the URL of a NATS server", text)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return host, port, nil
}
