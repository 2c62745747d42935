// A menu that pops up at a place, with commands that make no sense now in grey, and the reason.
import {h, zoomOf} from './dom.js';

let open = null;

// popup shows a menu. items are {text, line, run} or {heading}; can is app.can.
export function popup(items, at, can) {
  close();
  const before = document.activeElement;
  const menu = h('div', {role: 'menu', class: items.length > 20 ? 'popup long' : 'popup', tabindex: -1});
  for (const item of items) menu.append(item.heading ? h('div', {class: 'heading', role: 'presentation'}, item.heading) : row(item));
  function row({text, line = '', keys = '', run}) {
    const {can: may = true, why = ''} = can?.get(line) ?? {};
    return h('button', {
      role: 'menuitem', tabindex: -1, 'aria-disabled': may ? null : 'true', title: may ? line : why,
      onclick: () => {
        if (!may) return;
        close();
        before?.focus?.();
        run();
      },
    }, h('span', {}, text), keys ? h('kbd', {}, keys) : null, may ? null : h('small', {}, why));
  }
  menu.addEventListener('keydown', e => keys(e, menu, before));
  menu.addEventListener('focusout', e => { if (!menu.contains(e.relatedTarget)) close(); });
  document.body.append(menu);
  place(menu, at);
  open = menu;
  (menu.querySelector('[role=menuitem]') ?? menu).focus();
  return menu;
}

export function close() {
  const menu = open;
  open = null; // before it is removed, which takes the focus from it
  menu?.remove();
}

// place puts the menu below an element, or where a mouse has clicked, within the window.
function place(menu, at) {
  const box = at instanceof Element ? at.getBoundingClientRect() : {left: at.x, bottom: at.y, top: at.y};
  const {width, height} = menu.getBoundingClientRect();
  const zoom = zoomOf(menu);
  menu.style.left = `${Math.max(4, Math.min(box.left, innerWidth - width - 4)) / zoom}px`;
  const below = box.bottom + height < innerHeight - 4;
  menu.style.top = `${(below ? box.bottom : Math.max(4, box.top - height)) / zoom}px`;
}

function keys(e, menu, before) {
  const all = [...menu.querySelectorAll('[role=menuitem]')];
  const i = all.indexOf(document.activeElement);
  const to = {ArrowDown: (i + 1) % all.length, ArrowUp: (i - 1 + all.length) % all.length, Home: 0, End: all.length - 1}[e.key];
  if (to !== undefined) {
    all[to].focus();
    e.preventDefault();
  } else if (e.key === 'Escape' || e.key === 'Tab') {
    close();
    before?.focus?.();
    e.preventDefault();
  } else if ((e.key === 'ArrowLeft' || e.key === 'ArrowRight') && before?.closest('[role=menubar]')) {
    close();
    before.focus();
    before.dispatchEvent(new KeyboardEvent('keydown', {key: e.key, bubbles: true}));
    document.activeElement.click(); // the menu beside it
    e.preventDefault();
  } else if (e.key.length === 1 && !e.ctrlKey && !e.metaKey && !e.altKey) {
    const next = [...all.slice(i + 1), ...all.slice(0, i + 1)].find(b => b.textContent.toLowerCase().startsWith(e.key.toLowerCase()));
    next?.focus();
  } else return;
  e.stopPropagation();
}
