// The address of a position: #p=POSITION&run=N, as in a link to it.

export function addressOf(state) {
  const run = state.run.number ? `&run=${state.run.number}` : '';
  return `#p=${encodeURIComponent(state.position).replaceAll('%2F', '/')}${run}`;
}

// positionIn is the position that an address names, '' if it names none.
export function positionIn(hash) {
  return new URLSearchParams(hash.slice(1)).get('p') ?? '';
}
