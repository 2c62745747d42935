// Rows are what the lanes are shown as: a tree of hosts, tasks and threads, of which a part can be folded into one row,
// left out, or moved among its neighbours.

// tree makes nodes {id, label, title, lanes, children, lane} of the lanes that the debugger lists.
export function tree(lanes) {
  const threads = lanes.filter(l => l.kind === 'thread' && !l.names);
  const hosts = group(threads, l => l.host).map(([host, all]) => node(`h:${host}`, host, tasks(all)));
  const nodes = hosts.length === 1 ? hosts[0].children : hosts;
  const names = lanes.filter(l => l.names).map(leaf);
  if (names.length) nodes.push(node('names', 'name servers', names));
  for (const kind of ['packets', 'faults']) {
    const all = lanes.filter(l => l.kind === kind);
    if (all.length) nodes.push({...node(kind, kind, []), lanes: all.map(l => l.lane)});
  }
  return [...nodes, ...lanes.filter(l => l.kind === 'changes').map(leaf)];
}

function tasks(lanes) {
  return group(lanes, l => l.task).map(([task, all]) =>
    all.length === 1 ? leaf(all[0]) : node(`t:${all[0].host}/${task}`, task, all.map(l => ({...leaf(l), label: l.short}))));
}

function node(id, label, children) {
  const lanes = children.flatMap(c => c.lanes);
  return {id, label, title: `${label}: ${lanes.length} lanes`, lanes, children, lane: null};
}

function leaf(l) {
  const events = `${l.events.toLocaleString('en')} ${l.events === 1 ? 'event' : 'events'}`;
  const title = `${l.host ? `${l.host}: ` : ''}${l.name}, ${events}${l.ending ? `, ${l.ending}` : ''}${l.why ? `: ${l.why}` : ''}`;
  return {id: `l:${l.lane}`, label: l.name, title, lanes: [l.lane], children: [], lane: l};
}

function group(all, key) {
  const groups = new Map();
  for (const x of all) groups.set(key(x), [...(groups.get(key(x)) ?? []), x]);
  return [...groups];
}

// many is the number of threads above which tasks are folded at first.
const many = 128;

export class Rows {
  all = []; // {node, depth, y, height, lanes, folded, parent}
  height = 0;
  version = 0; // goes up when the rows change
  #nodes = [];
  #folded = new Set(['names']);
  #hidden = new Set();
  #order = new Map();
  #row = new Map(); // by lane: its row

  // set makes the rows of lanes. kept is what kept has answered before, of the same program.
  set(lanes, kept) {
    this.#nodes = tree(lanes);
    if (kept) {
      this.#folded = new Set(kept.folded);
      this.#hidden = new Set(kept.hidden);
      this.#order = new Map(kept.order);
    } else if (lanes.filter(l => l.kind === 'thread').length > many) this.#each(this.#nodes, n => n.children.length && this.#folded.add(n.id));
    return this;
  }

  // kept is how a person has arranged the rows: plain data.
  get kept() { return {folded: [...this.#folded], hidden: [...this.#hidden], order: [...this.#order]}; }

  #each(nodes, f) { for (const n of nodes) { f(n); this.#each(n.children, f); } }

  // lay lays the rows out in a height.
  lay(room) {
    const list = [];
    this.#collect(this.#nodes, 0, null, list);
    const heads = list.filter(r => r.head).length;
    const height = Math.min(Math.max(Math.floor((room - heads * headHeight) / Math.max(1, list.length - heads)), 13), 40);
    let y = 0;
    this.#row.clear();
    list.forEach((row, index) => {
      Object.assign(row, {index, y, height: row.head ? headHeight : height});
      y += row.height;
      if (!row.head) for (const lane of row.lanes) this.#row.set(lane, row);
    });
    this.all = list;
    this.height = y;
    this.version++;
    return this;
  }

  #collect(nodes, depth, parent, list) {
    for (const n of this.#sorted(nodes)) {
      if (this.#hidden.has(n.id)) continue;
      const open = n.children.length > 0 && !this.#folded.has(n.id);
      list.push({node: n, depth, parent, lanes: open ? [] : n.lanes, head: open, folded: n.children.length > 0 && !open});
      if (open) this.#collect(n.children, depth + 1, n, list);
    }
  }

  #sorted(nodes) {
    const place = n => this.#order.get(n.id) ?? nodes.indexOf(n);
    return [...nodes].sort((a, b) => place(a) - place(b));
  }

  of(lane) { return this.#row.get(lane); }

  // atY is the row at a height, from the top of the first.
  atY(y) { return this.all.find(r => y >= r.y && y < r.y + r.height); }

  // lanes is how many lanes are shown.
  get lanes() { return this.all.reduce((n, r) => n + r.lanes.length, 0); }

  get hidden() { return this.#hidden.size; }

  fold(row) {
    const n = row.node.children.length ? row.node : row.parent;
    if (!n) return;
    if (!this.#folded.delete(n.id)) this.#folded.add(n.id);
    return n.id;
  }

  hide(row) { this.#hidden.add(row.node.id); }

  showAll() { this.#hidden.clear(); }

  // only leaves out all lanes but those of a row, and of others that are shown with it.
  only(row) {
    this.#each(this.#nodes, n => {
      if (!n.children.length && !row.node.lanes.includes(n.lanes[0])) this.#hidden.add(n.id);
    });
  }

  // move moves a row among its neighbours.
  move(row, by) {
    const siblings = this.#sorted(row.parent ? row.parent.children : this.#nodes).filter(n => !this.#hidden.has(n.id));
    const from = siblings.indexOf(row.node);
    const to = Math.min(Math.max(from + by, 0), siblings.length - 1);
    siblings.splice(to, 0, ...siblings.splice(from, 1));
    siblings.forEach((n, i) => this.#order.set(n.id, i));
  }
}

const headHeight = 17;
