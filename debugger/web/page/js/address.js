// The address of a position: #p=POSITION&run=N, as in a link to it. Each motion of this page is a step that the
// browser's back and forward take; what others do takes the place of the present one.

export class Address {
  #goto;
  #shown = ''; // the position that is shown

  // goto is called with the position of an address that the person goes to.
  constructor(goto) {
    this.#goto = goto;
    addEventListener('popstate', () => this.#visit());
    addEventListener('hashchange', () => this.#visit());
  }

  // position is the one that the address names, '' if it names none.
  get position() { return new URLSearchParams(location.hash.slice(1)).get('p') ?? ''; }

  // show writes the position of a state into the address. Of this page's own making it is a step to go back from.
  show(state, own) {
    const before = this.#shown;
    this.#shown = state.position;
    document.title = `${state.describe}, ${state.run.name}: machsim`;
    if (this.position === state.position && location.hash.includes('run=') === state.run.number > 0) return;
    if (own && before && before !== state.position) history.pushState(null, '', addressOf(state));
    else history.replaceState(null, '', addressOf(state));
  }

  #visit() {
    if (this.position && this.position !== this.#shown) this.#goto(this.position);
  }
}

// addressOf is the end of a URL that names the position of a state.
export function addressOf(state) {
  const run = state.run.number ? `&run=${state.run.number}` : '';
  return `#p=${encodeURIComponent(state.position).replaceAll('%2F', '/')}${run}`;
}
