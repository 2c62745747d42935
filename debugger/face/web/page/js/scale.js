// Scale is how large everything on the page is: as it is made, or larger, so that it can be read from the back of a hall.
export const sizes = [1, 1.25, 1.5, 2];

const narrow = 860, low = 1700; // widths, in pixels of the page, below which the page is arranged in another way

export class Scale {
  #prefs;

  constructor(prefs) {
    this.#prefs = prefs;
    addEventListener('resize', () => this.#arrange());
    this.#apply();
  }

  // now is the present size; 1 is the usual one.
  get now() {
    const kept = this.#prefs.get('size');
    return sizes.includes(kept) ? kept : 1;
  }

  // use takes a size, and keeps it.
  use(size) {
    this.#prefs.set('size', size);
    this.#apply();
    dispatchEvent(new Event('resize'));
  }

  // by takes the next greater or smaller size.
  by(n) { this.use(sizes[Math.min(Math.max(sizes.indexOf(this.now) + n, 0), sizes.length - 1)]); }

  #apply() {
    document.documentElement.style.setProperty('--zoom', this.now);
    this.#arrange();
  }

  // #arrange tells style sheets how much room there is. Their own conditions on widths know nothing of the size.
  #arrange() {
    const width = innerWidth / this.now, {classList} = document.documentElement;
    classList.toggle('narrow', width <= narrow);
    classList.toggle('low', width <= low);
  }
}
