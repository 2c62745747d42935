package linear

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/event/text"
	"machsim/ipc"
)

// setting is what a predefined model can be told.
type setting struct {
	name  string
	usual string // names, the first that there is counts
	doc   string
}

// kind is a predefined model.
type kind struct {
	name     string
	doc      string
	settings []setting
	make     func(s settings) *Model
}

// ports is the setting that all kinds have.
var ports = setting{"port", "", "the port that is called; several as a+b (all ports)"}

// kinds are the predefined models.
var kinds = []kind{
	{"register", "keeps one value", registerSettings, register},
	{"map", "keeps a value for each key", append(slices.Clone(registerSettings),
		setting{"key", "key+account+name+id", "the field with the key"}), register},
	{"counter", "counts", []setting{ports,
		{"add", "add+count+inc+increment", "the request that adds"},
		{"by", "by+amount+n", "its field that says how much (1)"},
		{"read", "read+get", "the request that reads"},
		{"answer", "sum+value+count+total", "the answer's field with the sum, or the only one"},
		{"init", "0", "the sum before"}}, counter},
	{"queue", "first in, first out", []setting{ports,
		{"put", "put+enqueue+push+append+produce", "the request that puts in"},
		{"get", "get+dequeue+pop+take+consume", "the request that takes out"},
		{"value", "value+item", "the request's field with the value, or the only one"},
		{"answer", "value+item", "the answer's field with the value, or the only one; a false in it: the queue was empty"}},
		queue},
}

var registerSettings = []setting{ports,
	{"read", "read+get+load", "the request that reads"},
	{"write", "write+put+set+store", "the request that writes; its answer with a false in it: nothing was written"},
	{"value", "value+balance+content", "the field with the value that is written, or the only one"},
	{"answer", "value+amount+balance+content", "the answer's field with the value that is read, or the only one"},
	{"init", "", "the value before the first write (whatever is read first)"},
}

// settings are those that were given, and the usual ones.
type settings map[string][]string

// Parse returns the predefined model that a text names: register:port=store,read=load. The settings may be left out.
func Parse(text string) (*Model, error) {
	name, rest, _ := strings.Cut(text, ":")
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no model %q; there are %s", name, strings.Join(Names(), ", "))
	}
	k := &kinds[i]
	s := settings{}
	for _, x := range k.settings {
		s[x.name] = split(x.usual)
	}
	for part := range strings.SplitSeq(rest, ",") {
		if part == "" {
			continue
		}
		key, value, ok := strings.Cut(part, "=")
		if _, known := s[key]; !known || !ok || value == "" {
			return nil, fmt.Errorf("%q is no setting of the model %s; there are %s, as in %s:port=store", part, name,
				strings.Join(slices.Sorted(maps.Keys(s)), ", "), name)
		}
		s[key] = split(value)
	}
	m := k.make(s)
	m.Name, m.Ports = name, s["port"]
	return m, nil
}

func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "+")
}

// value reads a setting that is a value; false if there is none.
func (s settings) value(name string) (Value, bool) {
	if len(s[name]) == 0 {
		return Value{}, false
	}
	text := strings.Join(s[name], "+")
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return Value{Kind: ipc.KindInt, Num: uint64(n)}, true
	}
	return Value{Kind: ipc.KindString, Str: text}, true
}

// Names lists the names of the predefined models.
func Names() []string { return text.Each(kinds, func(k kind) string { return k.name }) }

// Help lists the predefined models with their settings.
func Help() string {
	var b strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&b, "%s: %s\n", k.name, k.doc)
		for _, s := range k.settings {
			usual := ""
			if s.usual != "" {
				usual = " (" + strings.ReplaceAll(s.usual, "+", ", ") + ")"
			}
			fmt.Fprintf(&b, "  %s=  %s%s\n", s.name, s.doc, usual)
		}
	}
	return b.String()
}
