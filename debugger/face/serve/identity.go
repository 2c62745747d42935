//go:build !wasm

package serve

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"machsim/debugger/record/atomicfile"
)

// Identity is by what a Server is known over TCP, and by what it knows its guests. It outlives the Server, so that
// guests find the same one again.
type Identity struct {
	Moves       string `json:"moves"` // the token of those who may move
	Looks       string `json:"looks"` // the token of those who may only look
	Certificate []byte `json:"certificate"`
	Key         []byte `json:"key"`
}

// identityFile is where it is kept, which nobody else may read.
const identityFile = "identity.json"

// IdentityIn returns the identity that is kept in a directory; if there is none, it makes one.
func IdentityIn(dir string) (*Identity, error) {
	path := filepath.Join(dir, identityFile)
	if text, err := os.ReadFile(path); err == nil {
		x := &Identity{}
		if err := json.Unmarshal(text, x); err != nil || len(x.Moves) < 32 || len(x.Looks) < 32 {
			return nil, fmt.Errorf("%s is damaged: remove it, and another one is made", path)
		}
		return x, nil
	}
	x, err := newIdentity()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(x, "", "\t")
	if err == nil {
		err = atomicfile.Write(path, text, 0o600)
	}
	return x, err
}

// valid is how long a certificate is, which is known by its fingerprint, and by nothing else.
const valid = 10 * 365 * 24 * time.Hour

func newIdentity() (*Identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	from := time.Now().Add(-time.Hour)
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: hostName}, NotBefore: from,
		NotAfter: from.Add(valid), DNSNames: []string{hostName}}
	x := &Identity{Moves: secret(), Looks: secret()}
	if x.Certificate, err = x509.CreateCertificate(rand.Reader, c, c, key.Public(), key); err != nil {
		return nil, err
	}
	x.Key, err = x509.MarshalPKCS8PrivateKey(key)
	return x, err
}

// TLS is how a Server with the identity speaks.
func (x *Identity) TLS() (*tls.Config, error) {
	key, err := x509.ParsePKCS8PrivateKey(x.Key)
	if err != nil {
		return nil, fmt.Errorf("the key is damaged: %w", err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS13,
		Certificates: []tls.Certificate{{Certificate: [][]byte{x.Certificate}, PrivateKey: key}}}, nil
}

// Fingerprint is by what the certificate is known.
func (x *Identity) Fingerprint() string { return fingerprint(x.Certificate) }

func fingerprint(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}
