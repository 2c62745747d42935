package paint

import (
	"cmp"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// rule is a rule of a style sheet: what it says of elements of a class, perhaps within one of another.
type rule struct {
	within, element simple
	weight          int // of two rules that say different things, the one with more classes counts
	says            map[string]string
}

// simple is a selector of one element.
type simple struct {
	tag     string
	classes []string
}

// rules reads a style sheet up to the part for certain media. Rules for what is under a pointer are left out.
func rules(sheet string) (all []rule) {
	sheet, _, _ = strings.Cut(sheet, "@media")
	for part := range strings.SplitSeq(sheet, "}") {
		selectors, body, found := strings.Cut(part, "{")
		if !found || strings.Contains(selectors, ":") {
			continue
		}
		says := map[string]string{}
		for d := range strings.SplitSeq(body, ";") {
			if name, value, ok := strings.Cut(d, ":"); ok {
				says[strings.TrimSpace(name)] = strings.TrimSpace(value)
			}
		}
		for s := range strings.SplitSeq(selectors, ",") {
			words := strings.Fields(s)
			r := rule{element: selector(words[len(words)-1]), says: says, weight: strings.Count(s, ".")}
			if len(words) > 1 {
				r.within = selector(words[0])
			}
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b rule) int { return a.weight - b.weight })
	return all
}

func selector(text string) simple {
	tag, classes, _ := strings.Cut(text, ".")
	if classes == "" {
		return simple{tag: tag}
	}
	return simple{tag, strings.Split(classes, ".")}
}

// fits says whether an element is one that a selector means; the empty selector means all.
func (s simple) fits(e *element) bool {
	return (s.tag == "" || s.tag == e.name) &&
		!slices.ContainsFunc(s.classes, func(c string) bool { return !slices.Contains(e.classes, c) })
}

// look is how an element is drawn.
type look map[string]string

// lookOf is what the rules say of the last of nested elements.
func lookOf(all []rule, nested []*element) look {
	l := look{}
	last := nested[len(nested)-1]
	for _, r := range all {
		if !r.element.fits(last) || !slices.ContainsFunc(nested, r.within.fits) {
			continue
		}
		maps.Copy(l, r.says)
	}
	return l
}

// number is a measure, without its unit; or if the style does not say it.
func (l look) number(name string, or float64) float64 {
	n, err := strconv.ParseFloat(strings.TrimSuffix(l[name], "px"), 64)
	if err != nil {
		return or
	}
	return n
}

// color is the colour of lines or areas, false for none.
func (l look) color(name, or string) (color.NRGBA, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(cmp.Or(l[name], or), "#"), 16, 32)
	if err != nil {
		return color.NRGBA{}, false
	}
	alpha := l.number("opacity", 1)
	return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), uint8(alpha*255 + 0.5)}, true
}

// dashes are the lengths of the dashes of a line and of what is between them, nil if it is solid.
func (l look) dashes() (all []float64) {
	for _, word := range strings.Fields(l["stroke-dasharray"]) {
		if n, err := strconv.ParseFloat(word, 64); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// face is the type of a text.
func (l look) face() face {
	bold := l["font-weight"] >= "6"
	switch mono := strings.Contains(l["font-family"], "Mono"); {
	case mono && bold:
		return monoBold
	case mono:
		return mono1
	case bold:
		return bold1
	}
	return regular
}
