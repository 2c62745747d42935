package hook

import (
	"fmt"
	"strconv"
	"strings"
)

// Encode writes what the rewriter has found of a package as one text: a compiler reads that in a fraction of the time
// that it needs for as many literals.
func (p *Package) Encode() string {
	var w words
	w.add(len(p.Funcs))
	for _, f := range p.Funcs {
		w.add(f.Name, f.File, f.From, f.To, f.Line, f.EndLine, len(f.Vars))
		for _, v := range f.Vars {
			w.add(v.Name, v.Kind, v.From, v.To, v.Own)
		}
	}
	w.add(len(p.Stmts))
	for _, s := range p.Stmts {
		w.add(s.Func, s.Kind, s.From, s.To, s.Line, s.EndLine, s.Label)
	}
	for _, sites := range [][]Site{p.Shared, p.Private} {
		w.add(len(sites))
		for _, s := range sites {
			w.add(s.Stmt, s.Write, s.From, s.To, s.Expr)
		}
	}
	return w.String()
}

// decode reads the text that Encode has written.
func (p *Package) decode(text string) {
	r := reader{text}
	p.Funcs = make([]Func, r.number())
	for i := range p.Funcs {
		f := &p.Funcs[i]
		*f = Func{r.word(), r.number(), r.number(), r.number(), r.number(), r.number(), make([]Var, r.number())}
		for i := range f.Vars {
			f.Vars[i] = Var{r.word(), VarKind(r.number()), r.number(), r.number(), r.word() == "true"}
		}
	}
	p.Stmts = make([]Stmt, r.number())
	for i := range p.Stmts {
		p.Stmts[i] = Stmt{r.number(), StmtKind(r.number()), r.number(), r.number(), r.number(), r.number(), r.word()}
	}
	for _, sites := range []*[]Site{&p.Shared, &p.Private} {
		*sites = make([]Site, r.number())
		for i := range *sites {
			(*sites)[i] = Site{r.number(), r.word() == "true", r.number(), r.number(), r.word()}
		}
	}
}

// words is numbers and texts, each with a blank after it. A text that is empty or has blanks is quoted.
type words struct{ strings.Builder }

func (w *words) add(all ...any) {
	for _, v := range all {
		text := fmt.Sprint(v)
		if text == "" || strings.ContainsAny(text, " \t\n\"`") {
			text = strconv.Quote(text)
		}
		w.WriteString(text + " ")
	}
}

// reader reads words.
type reader struct{ rest string }

func (r *reader) word() (w string) {
	if strings.HasPrefix(r.rest, `"`) {
		quoted, _ := strconv.QuotedPrefix(r.rest)
		w, _ = strconv.Unquote(quoted)
		r.rest = r.rest[len(quoted)+1:]
		return w
	}
	w, r.rest, _ = strings.Cut(r.rest, " ")
	return w
}

func (r *reader) number() int32 {
	n, _ := strconv.ParseInt(r.word(), 10, 32)
	return int32(n)
}
