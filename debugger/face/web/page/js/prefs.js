// Preferences of this browser, which survive the page where the browser lets them.
export class Prefs {
  #kept = {};

  constructor() {
    try {
      this.#kept = JSON.parse(localStorage.getItem('machsim')) ?? {};
    } catch { /* there is no storage, or what is in it is no use */ }
  }

  get(name) { return this.#kept[name]; }

  set(name, value) {
    this.#kept[name] = value;
    try {
      localStorage.setItem('machsim', JSON.stringify(this.#kept));
    } catch { /* then for this page only */ }
  }
}
