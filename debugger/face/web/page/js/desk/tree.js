// Where windows are: a tree. A leaf is {tabs: [name], active: name}, of which one is seen; all else is {split: 'row' or
// 'column', parts: [tree], sizes: [number]}. The functions change a tree, and answer what has become of its top.

export const leaf = (...tabs) => ({tabs, active: tabs[0] ?? null});
export const split = (way, sizes, ...parts) => ({split: way, sizes, parts});
export const row = (sizes, ...parts) => split('row', sizes, ...parts);
export const column = (sizes, ...parts) => split('column', sizes, ...parts);

// leaves are all leaves of a tree, from left to right.
export function leaves(tree) { return tree.tabs ? [tree] : tree.parts.flatMap(leaves); }

export function leafOf(tree, name) { return leaves(tree).find(l => l.tabs.includes(name)); }

// parentOf is the split that a node is a part of.
export function parentOf(tree, node) {
  if (tree.tabs) return null;
  return tree.parts.includes(node) ? tree : tree.parts.map(p => parentOf(p, node)).find(Boolean) ?? null;
}

// close removes a window. A leaf without windows goes.
export function close(tree, name) {
  const from = leafOf(tree, name);
  if (!from) return tree;
  const i = from.tabs.indexOf(name);
  from.tabs.splice(i, 1);
  if (from.active === name) from.active = from.tabs[Math.max(0, i - 1)] ?? null;
  return pruned(tree);
}

// pruned is a tree without leaves that have no windows, and without splits that have one part.
export function pruned(tree) {
  if (tree.tabs) return tree;
  const kept = tree.parts.map((p, i) => ({part: pruned(p), size: tree.sizes[i]})).filter(({part}) => !part.tabs || part.tabs.length);
  if (kept.length === 0) return leaf();
  if (kept.length === 1) return kept[0].part;
  return split(tree.split, kept.map(k => k.size), ...kept.map(k => k.part));
}

// open puts a window into a leaf, in front of the others there.
export function open(tree, name, to = leaves(tree).at(-1)) {
  to.tabs.push(name);
  to.active = name;
  return tree;
}

// beside puts a window on a side of a leaf: left, right, top or bottom.
export function beside(tree, name, to, side) {
  const way = side === 'left' || side === 'right' ? 'row' : 'column';
  const first = side === 'left' || side === 'top';
  const parent = parentOf(tree, to);
  const fresh = leaf(name);
  if (parent?.split === way) {
    const i = parent.parts.indexOf(to);
    const half = parent.sizes[i] / 2;
    parent.sizes.splice(i, 1, half, half);
    parent.parts.splice(first ? i : i + 1, 0, fresh);
    return tree;
  }
  const both = split(way, [1, 1], ...(first ? [fresh, to] : [to, fresh]));
  if (!parent) return both;
  parent.parts[parent.parts.indexOf(to)] = both;
  return tree;
}

// move moves a window to a leaf (side 'center') or beside one.
export function move(tree, name, to, side) {
  if (side === 'center' && to.tabs.includes(name)) return tree;
  if (to.tabs.length === 1 && to.tabs[0] === name) return tree;
  const from = leafOf(tree, name);
  from.tabs.splice(from.tabs.indexOf(name), 1);
  if (from.active === name) from.active = from.tabs[0] ?? null;
  const grown = side === 'center' ? open(tree, name, to) : beside(tree, name, to, side);
  return pruned(grown);
}

// known is a tree that was kept, without windows that there are no more; null if it is none.
export function known(tree, names) {
  const seen = new Set();
  const fit = node => {
    if (Array.isArray(node?.tabs)) {
      const tabs = node.tabs.filter(t => names.has(t) && !seen.has(t) && seen.add(t));
      return {tabs, active: tabs.includes(node.active) ? node.active : tabs[0] ?? null};
    }
    const {parts, sizes} = node;
    if (!Array.isArray(parts) || parts.length !== sizes.length || !sizes.every(s => s > 0)) throw new TypeError('no tree');
    return split(node.split === 'row' ? 'row' : 'column', [...sizes], ...parts.map(fit));
  };
  try {
    const whole = pruned(fit(tree));
    return leaves(whole).some(l => l.tabs.length) ? whole : null;
  } catch {
    return null; // it is of another version of the page
  }
}
