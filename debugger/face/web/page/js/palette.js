// The palette finds commands and windows by their words; as a question it takes a line of the prompt, with completion.
import {h, fill} from './dom.js';
import {Parts} from './parts.js';

const most = 14; // offers that are shown
const moves = /^(goto|g|rollback|undo|start|end|step|next|event|comm|continue|until|finish|fork|parent|choose|run)\b/; // all windows show what these do

export class Palette {
  #app;
  #all; // answers what there is to find
  #dialog = h('dialog', {class: 'palette', 'aria-label': 'find a command'});
  #input = h('input', {type: 'text', role: 'combobox', 'aria-label': 'find', 'aria-expanded': 'true', 'aria-controls': 'found', autocomplete: 'off', spellcheck: 'false'});
  #list = h('div', {id: 'found', role: 'listbox', 'aria-label': 'found'});
  #label = h('div', {class: 'label'});
  #asks = false;
  #at = 0;
  #offers = [];
  #finding = null; // the completion that was asked for last

  constructor(app, all) {
    this.#app = app;
    this.#all = all;
    this.#dialog.append(this.#label, this.#input, this.#list);
    this.#input.addEventListener('input', () => this.#find());
    this.#input.addEventListener('keydown', e => this.#key(e));
    this.#dialog.addEventListener('click', e => { if (e.target === this.#dialog) this.#dialog.close(); });
    document.body.append(this.#dialog);
  }

  // open lets a person find something.
  open() { this.#begin(false, '', 'Find a command, a window, a tour'); }

  // ask lets a person type a line of the prompt that begins so.
  ask(line, question) { this.#begin(true, line, question); }

  // obey obeys a line, and shows the answer in a dialog.
  async obey(line) {
    const box = h('div');
    try {
      new Parts(box, this.#app).show((await this.#app.command(line)).parts);
    } catch (error) {
      box.append(h('p', {class: 'wrong-text'}, error.message));
    }
    this.dialog(line, box);
  }

  // dialog shows something until a person closes it.
  dialog(title, content) {
    const d = h('dialog', {class: 'answer', 'aria-label': title, onclose: () => d.remove(), onclick: e => { if (e.target === d) d.close(); }},
      h('h2', {}, title), content, h('form', {method: 'dialog'}, h('button', {autofocus: true}, 'close')));
    document.body.append(d);
    d.showModal();
    d.scrollTop = 0; // the button to close it has the focus, below all of it
  }

  #begin(asks, line, question) {
    this.#asks = asks;
    fill(this.#label, question);
    this.#input.value = line;
    this.#input.setAttribute('aria-label', question);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    this.#find();
  }

  // #find looks for what was typed. What was offered for other words is not taken from then on.
  #find() {
    const typed = this.#input.value;
    this.#offers = [];
    this.#at = this.#asks ? -1 : 0;
    this.#finding = this.#asks ? this.#complete(typed) : null;
    if (this.#asks) return;
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#all().filter(o => words.every(w => says(o, w))), name = words.join(' ');
    this.#offers = found.sort((a, b) => far(a, name) - far(b, name)).slice(0, most);
    if (typed.trim()) this.#offers.push({group: 'Prompt', text: typed, run: () => this.#line(typed)});
    this.#draw();
  }

  // #complete offers what the last word of a line may become. Its answer counts if nothing has been typed meanwhile.
  async #complete(line) {
    const {head = '', words = []} = await this.#app.client.call('complete', {line}).catch(() => ({}));
    if (!this.#asks || this.#input.value !== line) return;
    this.#offers = (words ?? []).slice(0, most).map(w => ({text: w, run: () => { this.#input.value = `${head}${w} `; this.#find(); return true; }}));
    this.#draw();
  }

  // #tab takes the chosen offer, or the first, as soon as it is known.
  async #tab() {
    const finding = this.#finding;
    await finding;
    if (finding === this.#finding) this.#offers[Math.max(0, this.#at)]?.run();
  }

  #draw() {
    fill(this.#list, this.#offers.map((o, i) => {
      const {can: may = true, why = ''} = this.#app.can.get(o.line ?? '') ?? {};
      return h('button', {role: 'option', id: `found-${i}`, tabindex: -1, 'aria-selected': String(i === this.#at), 'aria-disabled': may ? null : 'true',
        title: why, onclick: () => this.#take(o)},
      o.group ? h('small', {}, o.group) : null, h('span', {}, o.text), why ? h('em', {}, why) : null, o.keys ? h('kbd', {}, o.keys) : null);
    }));
    this.#input.setAttribute('aria-activedescendant', this.#at >= 0 ? `found-${this.#at}` : '');
    this.#list.children[this.#at]?.scrollIntoView({block: 'nearest'});
  }

  #take(offer) {
    if (!this.#asks) this.#dialog.close();
    offer.run();
    if (this.#asks) this.#input.focus();
  }

  // #line obeys what was typed. What has a long answer shows it.
  async #line(line) {
    this.#dialog.close();
    try {
      const {parts} = await this.#app.command(line);
      if (parts.some(p => p.table) || parts.length > 3) {
        const box = h('div');
        new Parts(box, this.#app).show(parts);
        this.dialog(line, box);
      } else if (!moves.test(line)) this.#app.toast(parts.map(p => p.text ?? '').join('').trim() || line);
    } catch (error) {
      this.#app.wrong(error);
      this.ask(line, error.message.split('\n').at(-1));
    }
  }

  #key(e) {
    const by = {ArrowDown: 1, ArrowUp: -1}[e.key];
    if (by) {
      const n = this.#offers.length;
      this.#at = n ? (this.#at + by + n) % n : -1;
      this.#draw();
    } else if (e.key === 'Tab' && !e.shiftKey && this.#asks) {
      this.#tab();
    } else if (e.key === 'Enter') {
      const chosen = this.#offers[this.#at];
      if (chosen) this.#take(chosen);
      else if (this.#asks && this.#input.value.trim()) this.#line(this.#input.value);
    } else return;
    e.preventDefault();
  }
}

// alike are words that mean the same to whoever looks for something: each row in words of the page, then in others.
const alike = [
  ['goto|to a position', 'jump seek move navigate'], ['to the start', 'first begin rewind home'], ['to the end', 'last finish outcome failure'],
  ['one event on|a line on', 'forward next advance'], ['back', 'reverse previous rewind'], ['continue', 'resume play run'],
  ['stop', 'breakpoint pause halt suspend'], ['watch', 'watchpoint'], ['print|value|variable', 'inspect evaluate show locals'],
  ['why|wait', 'deadlock blocked stuck hang cycle'], ['history|histories', 'log trace past'], ['races', 'data race unprotected concurrent'],
  ['cause', 'root reason blame'], ['checkpoint', 'bookmark snapshot mark save'], ['note', 'comment annotation remember'],
  ['delete|forget', 'remove clear erase'], ['undo', 'revert'], ['fork|another way', 'branch what-if alternative diverge'],
  ['drop|lose', 'loss discard packet'], ['alter|change', 'edit modify mutate'], ['inject', 'send forge'], ['kill', 'crash terminate abort'], ['cut', 'partition wire network'], ['heal', 'mend wire network'],
  ['halt', 'stop freeze stand host'], ['resume', 'continue unfreeze go on host'],
  ['save', 'export write download'], ['recording', 'file open load'], ['source', 'code program text listing'],
  ['stack', 'backtrace frames calls'], ['message', 'packet mail queue'], ['port', 'channel mailbox socket'], ['rights', 'capability'],
  ['mutex', 'lock condition semaphore'], ['thread', 'process goroutine'], ['host|wire', 'network machine node'],
  ['query', 'sql select table search'], ['assertion', 'predicate invariant property temporal'], ['linearizab', 'consistency jepsen register'],
  ['explore', 'search fuzz check seeds claim invariant always never'], ['smaller|shrink', 'minimal minimise minimize reduce delta'],
  ['compare many|failing runs', 'statistics correlate fisher tell'], ['verify|deterministic', 'twice flaky reproducible nondeterminism'], ['compare|diff', 'difference side by side'], ['output', 'stdout printed console'],
  ['diagram', 'timeline space-time lanes chart'], ['keys', 'help shortcuts keyboard'], ['panic', 'cancel interrupt'],
  ['picture', 'image screenshot png svg'], ['larger|smaller|size', 'zoom scale font bigger lecture projector'], ['prompt', 'console command terminal shell'],
].map(([own, others]) => ({own: own.split('|'), others: others.split(' ')}));

// says tells whether an offer has a word, or one that means the same.
function says(offer, word) {
  const text = `${offer.group} ${offer.text} ${offer.line ?? ''} ${offer.doc ?? ''}`.toLowerCase();
  if (text.includes(word)) return true;
  return word.length > 2 && alike.some(a => a.others.some(o => o.startsWith(word)) && a.own.some(o => text.includes(o)));
}

// far is how far what was typed is from an offer's name: that one, its beginning, a part of it, words about it, or words
// that mean the same.
function far({group, text, line = '', doc = ''}, typed) {
  const name = text.toLowerCase(), about = `${group} ${line} ${doc}`.toLowerCase();
  return [name === typed, name.startsWith(typed), name.includes(typed), about.includes(typed), true].indexOf(true);
}
