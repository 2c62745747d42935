package diagram_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"machsim/debugger/picture/diagram"
	"machsim/programs"
	"machsim/test/testsession"
)

// sight turns linear red, green and blue into what an eye sees of them: Machado, Oliveira
// and Fernandes 2009, full severity.
type sight [3][3]float64

var sights = map[string]sight{
	"all colours": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no red":      {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"no green":    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"no blue":     {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// linear is a colour such as #2563eb without the gamma of screens.
func linear(t *testing.T, hex string) (c [3]float64) {
	t.Helper()
	for i := range c {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if v := float64(n) / 255; v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

func (s *sight) see(c [3]float64) (seen [3]float64) {
	for i := range s {
		for j := range c {
			seen[i] += s[i][j] * c[j]
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	return seen
}

// lab is a linear colour in CIE L*a*b*, where distances are as large as they look.
func lab(c [3]float64) [3]float64 {
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505)
	y := f(0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2])
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// Two colours that are so far from each other are told apart at a glance.
const farEnough = 15

var strokes = regexp.MustCompile(`\.a\.(\w+)\{stroke:(#\w{6});[^}]*?(dasharray:[^;}]*)?\}|\.(cut)\{fill:none;stroke:(#\w{6})`)

// TestColourBlind wants the arrows and the position to differ in colour for every eye, and
// the arrows to differ in pattern or head for those that see no colours, and in print.
func TestColourBlind(t *testing.T) {
	p := programs.Find("hello")
	svg := string(draw(t, testsession.OpenRecording(t, p, recording(p, 7)), diagram.Options{}).SVG())
	light, _, _ := strings.Cut(svg, "@media")
	colours, looks := map[string]string{}, map[string]string{}
	for _, m := range strokes.FindAllStringSubmatch(light, -1) {
		colours[m[1]+m[4]] = m[2] + m[5]
		if m[1] == "" {
			continue
		}
		look := m[3] + regexp.MustCompile(`<path class="h `+m[1]+`" d="[^"]*"`).FindString(svg)
		look = strings.Replace(look, " "+m[1]+`"`, "", 1)
		if other, ok := looks[look]; ok && m[1] != "fork" && other != "fork" { // whose head is hollow
			t.Errorf("%s looks like %s: %s", m[1], other, look)
		}
		looks[look] = m[1]
	}
	if len(colours) != 8 {
		t.Fatalf("the style has the colours %v", colours)
	}
	for eye, s := range sights {
		for a, x := range colours {
			for b, y := range colours {
				if d := distance(lab(s.see(linear(t, x))), lab(s.see(linear(t, y)))); a < b && d < farEnough {
					t.Errorf("an eye that sees %s sees %s and %s alike: they are %.0f apart", eye, a, b, d)
				}
			}
		}
	}
}
