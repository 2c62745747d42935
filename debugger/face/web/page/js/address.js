// The address of a position: #p=POSITION&run=N&t=THREAD&r=FINGERPRINT, as in a link to it, which is good for whoever has
// the recording of that fingerprint: at a page of their own. Each motion of this page is a step that the
// browser's back and forward take; what others do takes the place of the present one.

export class Address {
  #goto;
  #state = null; // that is shown
  #visiting = false; // the page is on its way to where the address leads

  #about = {}; // {session, program, print}: what is shown
  #wrong;

  // goto is called with the position and the thread of an address that the person goes to. It ends when that is shown, or
  // cannot be. wrong is told why an address leads nowhere.
  constructor(goto, wrong) {
    this.#goto = goto;
    this.#wrong = wrong;
    addEventListener('popstate', () => this.#visit());
    addEventListener('hashchange', () => this.#visit());
  }

  // position is the one that the address names, '' if it names none.
  get position() { return this.#word('p'); }

  // thread is the one that it wants in focus, and print the fingerprint of the recording that it is about; likewise.
  get thread() { return this.#word('t'); }

  get print() { return this.#word('r'); }

  #word(name) { return new URLSearchParams(location.hash.slice(1)).get(name) ?? ''; }

  // show writes the position of a state into the address. Of this page's own making it is a step to go back from.
  show(state, about, own) {
    const before = this.#state;
    this.#state = state;
    this.#about = about;
    document.title = titleOf(state, about);
    if (!this.#visiting) this.#write(own && before && before.position !== state.position ? 'pushState' : 'replaceState');
  }

  #write(how) {
    const address = addressOf(this.#state, this.#about.print);
    if (location.hash !== address) history[how](null, '', address);
  }

  // #visit goes where the address leads. Who steps back quickly is at another address meanwhile: that one counts, and
  // none of these motions is a step of its own. A browser may tell of one step by two events.
  async #visit() {
    if (this.#visiting) return;
    this.#visiting = true;
    for (let went = ''; location.hash !== went;) {
      went = location.hash;
      if (this.print && this.#about.print && this.print !== this.#about.print) this.#wrong(`the link is about another recording, with the fingerprint ${this.print}`);
      else if (this.position) await this.#goto(this.position, this.thread);
    }
    this.#visiting = false;
    if (this.#state) this.#write('replaceState');
  }
}

// titleOf says which session and run it is, how that ended, and where one stands.
function titleOf({describe, ended, run}, {session, program}) {
  const which = [session && `${session}:`, program, `seed ${run.seed},`, ended].filter(Boolean).join(' ');
  return `${describe}, ${run.name}: ${which}: machsim`;
}

// addressOf is the end of a URL that names the position of a state, the thread in focus, and the recording.
export function addressOf(state, print = '') {
  const run = state.run.number ? `&run=${state.run.number}` : '';
  const thread = state.focus ? `&t=${encodeURIComponent(state.focus.thread)}` : '';
  return `#p=${encodeURIComponent(state.position).replaceAll('%2F', '/')}${run}${print && thread}${print && `&r=${print}`}`;
}
