package page

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// colour is red, green and blue, as light adds them: from 0 to 1.
type colour [3]float64

func colourOf(hex string) (c colour) {
	n, _ := strconv.ParseUint(hex, 16, 32)
	for i := range c {
		x := float64(n>>(16-8*i)&255) / 255
		if c[i] = x / 12.92; x > 0.04045 {
			c[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return c
}

func (c colour) luminance() float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

// contrast is that of WCAG 2: from 1 to 21.
func contrast(a, b colour) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// lab is a colour of CIE 1976, in which distances are about as people see them.
func (c colour) lab() (p [3]float64) {
	f := func(t float64) float64 {
		if t = max(t, 0); t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505)
	y := f(c.luminance())
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b colour) float64 {
	p, q := a.lab(), b.lab()
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// eyes are how people see colours: all of them, and with one kind of cone missing (Machado, Oliveira, Fernandes 2009).
var eyes = map[string][3]colour{
	"all":          {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func (c colour) seen(by [3]colour) (d colour) {
	for i, row := range by {
		d[i] = row[0]*c[0] + row[1]*c[1] + row[2]*c[2]
	}
	return d
}

func fileOf(t *testing.T, name string) string {
	t.Helper()
	data, err := sources.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// inks finds the classes of events: name, and the colours on light and on dark ground.
var inks = regexp.MustCompile(`\{name: '(\w+)', bar: .*light: '#(\w{6})', dark: '#(\w{6})'\}`)

// TestInks wants the classes of events to stand out from the ground, and to be told from each other also by who does
// not see all colours. The legend has the same colours.
func TestInks(t *testing.T) {
	all := inks.FindAllStringSubmatch(fileOf(t, "js/diagram/ink.js"), -1)
	if len(all) != 8 {
		t.Fatalf("%d classes of events are found", len(all))
	}
	css := fileOf(t, "css/diagram.css")
	for i, a := range all {
		if legend := fmt.Sprintf(".ink%d { --ink: light-dark(#%s, #%s)", i, a[2], a[3]); !strings.Contains(css, legend) {
			t.Errorf("the legend has another colour for %s", a[1])
		}
		for k, ground := range []string{2: "ffffff", 3: "1a1b1e"} {
			if ground == "" {
				continue
			}
			if c := contrast(colourOf(a[k]), colourOf(ground)); c < 3 {
				t.Errorf("%s #%s has contrast %.2f to #%s, less than 3", a[1], a[k], c, ground)
			}
			for _, b := range all[:i] {
				for name, eye := range eyes {
					if d := distance(colourOf(a[k]).seen(eye), colourOf(b[k]).seen(eye)); d < 12 {
						t.Errorf("%s and %s, #%s and #%s, are %.1f apart with %s, less than 12", a[1], b[1], a[k], b[k], d, name)
					}
				}
			}
		}
	}
}

// tokens finds the colours of the page, by their names.
var tokens = regexp.MustCompile(`--(\w+): light-dark\(#(\w{6}), #(\w{6})\)`)

// TestContrast wants all colours of text to be read on each ground that they stand on: at least 4.5, WCAG's level AA.
func TestContrast(t *testing.T) {
	page := map[string][2]colour{}
	for _, m := range tokens.FindAllStringSubmatch(fileOf(t, "css/page.css"), -1) {
		page[m[1]] = [2]colour{colourOf(m[2]), colourOf(m[3])}
	}
	for text, grounds := range map[string][]string{
		"text":    {"back", "panel", "raised", "desk", "soft", "changed"},
		"quiet":   {"back", "panel", "raised", "desk", "soft"},
		"accent":  {"back", "panel", "raised", "soft", "changed"},
		"wrong":   {"back", "panel", "raised", "desk", "soft"},
		"good":    {"back", "panel", "raised", "soft"},
		"string":  {"back", "panel", "changed"},
		"comment": {"back", "panel", "changed"},
		"keyword": {"back", "panel", "changed"},
		"back":    {"accent", "wrong"},
	} {
		for _, ground := range grounds {
			for i, where := range []string{"light", "dark"} {
				a, ok := page[text]
				b, also := page[ground]
				if c := contrast(a[i], b[i]); !ok || !also || c < 4.5 {
					t.Errorf("%s: %s on %s has contrast %.2f, less than 4.5", where, text, ground, c)
				}
			}
		}
	}
}
