// The focus of the keyboard outlives what is drawn anew: whoever has gone to a row goes on from there.

const stops = 'a, button, input, select, textarea, [tabindex]';

// keep calls draw, which gives an element other children. If one that had the focus is not there afterwards, the one in
// its place has it: one of the same name, or else what is as far down.
export function keep(root, draw) {
  const had = document.activeElement;
  if (had === root || !root.contains(had)) return draw();
  const before = [...root.querySelectorAll(stops)], name = nameOf(had);
  const place = before.indexOf(had), nth = alike(before, had, name).indexOf(had);
  const answer = draw();
  if (root.contains(document.activeElement)) return answer; // who drew has seen to it
  const now = [...root.querySelectorAll(stops)].filter(e => !e.disabled), same = alike(now, had, name);
  const at = (all, i) => all[Math.min(i, all.length - 1)];
  give(root.contains(had) ? had : at(same, nth) ?? at(now, place) ?? root.closest('[tabindex]'));
  return answer;
}

// nameOf is what a control is called. Its text may be all that there is.
const nameOf = e => e.getAttribute('aria-label') ?? e.textContent;

const alike = (all, {tagName}, name) => all.filter(e => e.tagName === tagName && nameOf(e) === name);

// give puts the focus on an element. Of the links of a table, that one is then what the key Tab comes to.
function give(e) {
  if (!e) return;
  if (e.tabIndex < 0) {
    const first = e.closest('table')?.querySelector('.link[tabindex="0"]');
    if (first) first.tabIndex = -1;
    e.tabIndex = 0;
  }
  e.focus({preventScroll: true});
}
