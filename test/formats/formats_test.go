package formats

import (
	"encoding/base64"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

// machsim is the built command.
var machsim string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "formats")
	if err != nil {
		panic(err)
	}
	machsim = filepath.Join(dir, "machsim")
	build := exec.Command("go", "build", "-o", machsim, "./cmd/machsim")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// exported is what machsim export writes of a run.
func exported(t *testing.T, format, program, seed string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.rec")
	// A run that fails is exported, too: whether there is a recording is seen next.
	_, _ = exec.Command(machsim, "run", program, "--seed", seed, "-o", file).CombinedOutput()
	cmd := exec.Command(machsim, "export", file, format)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	return string(out)
}

var ids = regexp.MustCompile(`"(traceId|spanId|parentSpanId)":\s*"([0-9a-f]*)"`)

// TestOTLP reads the spans with OpenTelemetry's own types. In JSON OTLP writes ids in hexadecimal digits, where
// Protobuf's JSON has base64: that is the only difference between the two.
func TestOTLP(t *testing.T) {
	text := ids.ReplaceAllStringFunc(exported(t, "--otlp", "hops", "1"), func(field string) string {
		m := ids.FindStringSubmatch(field)
		id, err := hex.DecodeString(m[2])
		if err != nil {
			t.Fatal(err)
		}
		return `"` + m[1] + `":"` + base64.StdEncoding.EncodeToString(id) + `"`
	})
	var all trace.TracesData
	if err := protojson.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	spans := map[string]*trace.Span{}
	for _, r := range all.ResourceSpans {
		for _, s := range r.ScopeSpans {
			for _, x := range s.Spans {
				if len(x.TraceId) != 16 || len(x.SpanId) != 8 || x.StartTimeUnixNano > x.EndTimeUnixNano {
					t.Errorf("%v", x)
				}
				spans[string(x.SpanId)] = x
			}
		}
	}
	if len(spans) < 4 {
		t.Fatalf("%d spans", len(spans))
	}
	for _, x := range spans {
		outer := spans[string(x.ParentSpanId)]
		if len(x.ParentSpanId) > 0 && (outer == nil || string(outer.TraceId) != string(x.TraceId)) {
			t.Errorf("%s is in no span of its trace", x.Name)
		}
		if x.Kind == trace.Span_SPAN_KIND_SERVER && (outer == nil || outer.Kind != trace.Span_SPAN_KIND_CLIENT) {
			t.Errorf("%s was called by nobody", x.Name)
		}
	}
}

// TestDOT lays the graph of a deadlock out.
func TestDOT(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("dot is not installed: on Debian, apt-get install graphviz")
	}
	cmd := exec.Command("dot", "-Tplain")
	cmd.Stdin = strings.NewReader(exported(t, "--dot", "philosophers", "26"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if n := strings.Count(string(out), "\nedge "); n != 6 { // five in a cycle, and who waits for one of them to end
		t.Errorf("%d arrows:\n%s", n, out)
	}
}
