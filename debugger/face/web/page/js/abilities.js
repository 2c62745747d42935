// Abilities say which commands make sense now. A command that goes back is asked for with back in its line.
export class Abilities {
  #rows;

  constructor(rows = []) { this.#rows = new Map(rows.map(row => [row.command, row])); }

  // get is what is known of a line: {command, can, why}; undefined if nothing is.
  get(line) {
    const [name, ...words] = line.trim().split(/\s+/);
    return words.includes('back') && this.#rows.get(`${name} back`) || this.#rows.get(name);
  }
}
