package grade

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// junitRule is what testdata/schema/junit.json says of an element.
type junitRule struct {
	Attributes map[string]string
	Children   []string
	Text       bool
}

// node is an element of XML.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []node     `xml:",any"`
	Text     string     `xml:",chardata"`
}

// TestJUnit holds JUnit's XML against the schema that Ant's is known by, which wants attributes and the order of
// children: a suite without its properties is refused.
func TestJUnit(t *testing.T) {
	text, err := os.ReadFile("testdata/schema/junit.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	delete(all, "$comment")
	rules := map[string]junitRule{}
	for name, raw := range all {
		var r junitRule
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Fatal(err)
		}
		rules[name] = r
	}
	said := formatted(t, "junit", sampleGrades()...)
	if wrong := fits(said, rules); wrong != "" {
		t.Errorf("%s\n%s", wrong, said)
	}
	for was, is := range map[string]string{"<properties></properties>": "", ` hostname="localhost"`: "",
		`timestamp="2000-01-01T00:00:00"`: `timestamp="2000-01-01T00:00:00Z"`, `id="0"`: `id="first"`, `id="1"`: `id="0"`,
		"<system-out>": "<skipped></skipped><system-out>"} {
		if !strings.Contains(said, was) || fits(strings.ReplaceAll(said, was, is), rules) == "" {
			t.Errorf("%q in the place of %q is not noticed", is, was)
		}
	}
}

// fits says what is wrong with XML, "" if it keeps the rules.
func fits(text string, rules map[string]junitRule) string {
	var top node
	if err := xml.Unmarshal([]byte(text), &top); err != nil {
		return err.Error()
	}
	for i, s := range top.Children { // said by the schema in words
		if got := s.attr("id"); got != fmt.Sprint(i) {
			return "the suite " + fmt.Sprint(i) + " has the id " + got
		}
	}
	return top.fits(rules)
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) fits(rules map[string]junitRule) string {
	r, known := rules[n.XMLName.Local]
	if !known || len(n.Attrs) != len(r.Attributes) || !r.Text && strings.TrimSpace(n.Text) != "" {
		return fmt.Sprintf("%s: known %t, %d attributes, text %q", n.XMLName.Local, known, len(n.Attrs), n.Text)
	}
	for _, a := range n.Attrs {
		if like, ok := r.Attributes[a.Name.Local]; !ok || !regexp.MustCompile("^("+like+")$").MatchString(a.Value) {
			return fmt.Sprintf("%s of %s is %q", a.Name.Local, n.XMLName.Local, a.Value)
		}
	}
	var order strings.Builder
	for i := range n.Children {
		if wrong := n.Children[i].fits(rules); wrong != "" {
			return wrong
		}
		order.WriteString("<" + n.Children[i].XMLName.Local + ">")
	}
	like := ""
	for _, c := range r.Children {
		name, times, _ := strings.Cut(c, " ")
		like += "(<" + name + ">)" + strings.Replace(times, "1", "{1}", 1)
	}
	if !regexp.MustCompile("^" + like + "$").MatchString(order.String()) {
		return n.XMLName.Local + " has " + order.String()
	}
	return ""
}
