// The cause of a failure: its chance along the run, the event from which on it was certain, and the choice that decided.
import {h, fill} from '../dom.js';
import {listed} from '../parts.js';
import {s} from '../svg.js';

const wide = 640, high = 180, left = 44, bottom = 22;

export default {
  name: 'cause', title: 'Cause', area: 'left', doc: 'the chance of the failure along the run, and from which event on it was certain',
  needs: () => [{method: 'causeFound'}],
  mount(root, app) { return new Cause(root, app); },
};

class Cause {
  #app;
  #samples = h('input', {type: 'number', min: 1, value: 100, 'aria-label': 'continuations from an event'});
  #find = h('button', {onclick: () => this.#look()}, 'find the cause');
  #box = h('div');
  #present = null; // the line of the present position, with what places it

  constructor(root, app) {
    this.#app = app;
    root.append(h('div', {class: 'fields'}, this.#find, this.#samples, 'samples'), this.#box);
  }

  async #look() {
    this.#find.disabled = true;
    fill(this.#box, h('p', {class: 'none'}, 'Runs are made that begin as this one …'));
    await this.#app.call('cause', {samples: Math.max(1, Number(this.#samples.value) || 100)});
    this.#find.disabled = false;
    this.#app.refresh();
  }

  update([{result, error}]) {
    const why = this.#app.can.get('cause')?.why;
    this.#find.disabled = Boolean(why);
    if (error || !result) {
      return fill(this.#box, h('p', {class: 'none'}, error?.text ?? (why ? why
        : 'Nothing has been looked for yet. Runs that begin as this one, and go on otherwise, tell from which event on its failure was certain.')));
    }
    fill(this.#box, this.#certain(result), this.#curve(result), this.#jumps(result), this.#decision(result), this.#well(result));
  }

  #to(event, ...text) { return h('button', {class: 'link', onclick: () => this.#app.goto(String(event))}, ...text); }

  #certain({certain: c, failure, bounds}) {
    const from = c.event ? ['from ', this.#to(c.event, `event ${c.event}`), ' on'] : ['from the start'];
    const how = c.exact ? `Proven: no continuation from there ends well${c.after >= 0 ? `; after event ${c.after} one does` : ''}.`
      : `By samples: fewer than ${percent(1 - c.low)} of the continuations from there end well (${bounds}).${c.why ? ` No proof: ${c.why}.` : ''}`;
    return h('div', {}, h('p', {}, h('b', {}, failure.verdict), ' was ', c.exact ? 'certain ' : 'likely certain ', ...from,
      c.step ? `: ${c.step.actor} ${c.step.action}` : ''), h('p', {class: 'hint'}, how));
  }

  // #curve draws the chance after each event, with its bounds. A click goes to the event.
  #curve({curve, events, certain}) {
    const x = n => left + n / Math.max(1, events) * (wide - left - 8), y = p => 8 + (1 - p) * (high - bottom - 8);
    const at = p => p.samples ? p.same / p.samples : 1;
    const all = [...curve, {...curve.at(-1), event: events}];
    const line = (ps, value) => ps.map(p => `${x(p.event).toFixed(1)},${y(value(p)).toFixed(1)}`).join(' ');
    const band = `${line(all, p => p.high)} ${line(all.toReversed(), p => p.low)}`;
    const here = Number.parseInt(this.#app.state?.position, 10);
    const says = curve.map(p => `${percent(at(p))} after event ${p.event}`);
    return s('svg', {class: 'curve', viewBox: `0 0 ${wide} ${high}`, role: 'img', onclick: e => this.#click(e, events),
      'aria-label': `the chance of the failure: ${[says[0], ...says.slice(-3)].join(', ')}`},
    [0, 0.5, 1].map(p => [s('line', {class: 'grid', x1: left, x2: wide - 8, y1: y(p), y2: y(p)}), s('text', {x: left - 6, y: y(p) + 4, 'text-anchor': 'end'}, percent(p))]),
    [0, events].map(n => s('text', {x: x(n), y: high - 6, 'text-anchor': n ? 'end' : 'start'}, n)),
    s('polygon', {class: 'band', points: band}), s('polyline', {class: 'chance', points: line(all, at)}),
    s('line', {class: 'sure', x1: x(certain.event), x2: x(certain.event), y1: y(1), y2: y(0)}),
    Number.isNaN(here) ? null : s('line', {class: 'here', x1: x(here), x2: x(here), y1: y(1), y2: y(0)}),
    curve.map(p => s('circle', {cx: x(p.event), cy: y(at(p)), r: 2.5}, s('title', {}, `after event ${p.event}: ${percent(at(p))}, ${percent(p.low)} to ${percent(p.high)}`))));
  }

  #click(e, events) {
    const box = e.currentTarget.getBoundingClientRect();
    const n = ((e.clientX - box.left) / box.width * wide - left) / (wide - left - 8) * events;
    this.#app.goto(String(Math.min(events, Math.max(0, Math.round(n)))));
  }

  #jumps({jumps}) {
    if (!jumps?.length) return null;
    return listed('Where its chance rose most', ['>event', '>from', '>to', 'by'], jumps.map(j => [this.#to(j.event, j.event), percent(j.before), percent(j.after),
      j.step ? `${j.step.actor} ${j.step.action}` : `one of the events from ${j.from + 1} on`]));
  }

  #decision({decision: d}) {
    if (!d) return null;
    return listed(`The choice that decided, at event ${d.event} (${d.kind}${d.thread ? ` of ${d.thread}` : ''})`, ['option', '>failed', '>well', '>otherwise', 'would do'],
      d.options.map((o, i) => [i ? o.name : h('b', {}, o.name), o.same, o.well, o.other + o.open, o.step ?? '']));
  }

  // #well leads to the run that ends well: beside this one, or into it.
  #well({well, fork}) {
    if (!well || !fork) return null;
    const beside = () => {
      this.#app.show('compare');
      this.#app.select({compare: fork});
    };
    return h('p', {}, `Fork ${fork} is the same up to event ${well.after}, and ends well: `, h('button', {onclick: beside}, 'side by side'));
  }
}

const percent = p => `${p > 0 && p < 0.1 || p > 0.99 && p < 1 ? (Math.floor(1000 * p) / 10).toFixed(1) : Math.round(100 * p)} %`;
