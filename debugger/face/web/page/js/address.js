// The address of a position: #p=POSITION&run=N, as in a link to it. Each motion of this page is a step that the
// browser's back and forward take; what others do takes the place of the present one.

export class Address {
  #goto;
  #state = null; // that is shown
  #visiting = false; // the page is on its way to where the address leads

  // goto is called with the position of an address that the person goes to. It ends when that is shown, or cannot be.
  constructor(goto) {
    this.#goto = goto;
    addEventListener('popstate', () => this.#visit());
    addEventListener('hashchange', () => this.#visit());
  }

  // position is the one that the address names, '' if it names none.
  get position() { return new URLSearchParams(location.hash.slice(1)).get('p') ?? ''; }

  // show writes the position of a state into the address. Of this page's own making it is a step to go back from.
  show(state, own) {
    const before = this.#state;
    this.#state = state;
    document.title = `${state.describe}, ${state.run.name}: machsim`;
    if (!this.#visiting) this.#write(own && before && before.position !== state.position ? 'pushState' : 'replaceState');
  }

  #write(how) {
    const address = addressOf(this.#state);
    if (location.hash !== address) history[how](null, '', address);
  }

  // #visit goes where the address leads. Who steps back quickly is at another address meanwhile: that one counts, and
  // none of these motions is a step of its own. A browser may tell of one step by two events.
  async #visit() {
    if (this.#visiting) return;
    this.#visiting = true;
    for (let went = ''; location.hash !== went;) {
      went = location.hash;
      if (this.position && this.position !== this.#state?.position) await this.#goto(this.position);
    }
    this.#visiting = false;
    if (this.#state) this.#write('replaceState');
  }
}

// addressOf is the end of a URL that names the position of a state.
export function addressOf(state) {
  const run = state.run.number ? `&run=${state.run.number}` : '';
  return `#p=${encodeURIComponent(state.position).replaceAll('%2F', '/')}${run}`;
}
