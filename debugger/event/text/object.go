package text

import (
	"bytes"
	"encoding/json"

	"machsim/ipc/quote"
)

// Object returns a JSON object on a line, whose keys have this order, without what a terminal obeys.
func Object(keys []string, values []any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, key := range keys {
		for _, x := range []any{key, values[i]} {
			if err := e.Encode(x); err != nil {
				return nil, err
			}
			b.Bytes()[b.Len()-1] = ':' // the encoder's newline
		}
		b.Bytes()[b.Len()-1] = ','
	}
	b.Truncate(max(b.Len()-1, 0))
	return quote.JSON(append(append([]byte("{"), b.Bytes()...), "}\n"...)), nil
}
