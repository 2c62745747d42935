package dap_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// schema is the protocol's JSON schema, as go-dap carries it (draft 04).
var schema = sync.OnceValue(func() map[string]any {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/go-dap").Output()
	if err != nil {
		panic(err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "cmd", "gentypes", "debugProtocol.json"))
	if err != nil {
		panic(err)
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	return all["definitions"].(map[string]any)
})

// broken says what the schema has against a message; "" for nothing.
func broken(m message) string {
	name := strings.ToUpper(m.Command[:min(1, len(m.Command))]) + strings.TrimPrefix(m.Command, m.Command[:min(1,
		len(m.Command))]) + "Response"
	switch {
	case m.Type == "event":
		name = strings.ToUpper(m.Event[:1]) + m.Event[1:] + "Event"
	case m.Type == "request":
		name = strings.ToUpper(m.Command[:1]) + m.Command[1:] + "Request"
	case !m.Success:
		name = "ErrorResponse"
	case strings.HasPrefix(m.Command, "stepBack"): // two are ours
		name = "StepBackResponse"
	case m.Command == "recording": // so is this
		name = "Response"
	}
	of, ok := schema()[name]
	if !ok {
		return "there is no " + name
	}
	var v any
	if err := json.Unmarshal(m.raw, &v); err != nil {
		return err.Error()
	}
	return against(of.(map[string]any), v, name)
}

// against holds a value against a part of the schema.
func against(of map[string]any, v any, at string) string {
	if ref, ok := of["$ref"].(string); ok {
		return against(schema()[strings.TrimPrefix(ref, "#/definitions/")].(map[string]any), v, at)
	}
	if all, ok := of["allOf"].([]any); ok {
		for _, one := range all {
			if wrong := against(one.(map[string]any), v, at); wrong != "" {
				return wrong
			}
		}
	}
	if wrong := ofType(of["type"], v); wrong != "" {
		return at + wrong
	}
	if enum, ok := of["enum"].([]any); ok && !slices.Contains(enum, v) {
		return fmt.Sprintf("%s is %v, and none of %v", at, v, enum)
	}
	return within(of, v, at)
}

// within holds the parts of a value against the schema.
func within(of map[string]any, v any, at string) string {
	switch v := v.(type) {
	case []any:
		items, _ := of["items"].(map[string]any)
		for i, one := range v {
			if items == nil {
				break
			}
			if wrong := against(items, one, fmt.Sprintf("%s[%d]", at, i)); wrong != "" {
				return wrong
			}
		}
	case map[string]any:
		required, _ := of["required"].([]any)
		for _, name := range required {
			if _, ok := v[name.(string)]; !ok {
				return fmt.Sprintf("%s has no %v", at, name)
			}
		}
		properties, _ := of["properties"].(map[string]any)
		for name, part := range v {
			if p, ok := properties[name].(map[string]any); ok {
				if wrong := against(p, part, at+"."+name); wrong != "" {
					return wrong
				}
			}
		}
	}
	return ""
}

// ofType says that a value is not of a type, or of one of some.
func ofType(types, v any) string {
	if types == nil {
		return ""
	}
	is := "null"
	switch x := v.(type) {
	case bool:
		is = "boolean"
	case string:
		is = "string"
	case float64:
		if is = "number"; x == float64(int64(x)) {
			is = "integer"
		}
	case []any:
		is = "array"
	case map[string]any:
		is = "object"
	}
	all, ok := types.([]any)
	if !ok {
		all = []any{types}
	}
	if slices.Contains(all, any(is)) || is == "integer" && slices.Contains(all, any("number")) {
		return ""
	}
	return fmt.Sprintf(" is of type %s, and not %v", is, types)
}
