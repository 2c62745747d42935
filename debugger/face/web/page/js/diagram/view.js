// View is the part of the run that is shown: of the axis horizontally, of the rows vertically. A coordinate is one of
// the axis: in recorded order event n lies from n-1 to n.
const before = 12; // pixels that are left before the start

export class View {
  axis = 'recorded';
  from = 0; // the coordinate at the left edge
  scale = 1; // coordinates a pixel
  top = 0; // how far the rows are scrolled, in pixels
  width = 800;
  height = 400;
  extent = {from: 0, to: 1};
  rowsHeight = 0;

  get to() { return this.from + this.width * this.scale; }

  x(at) { return (at - this.from) / this.scale; }

  at(x) { return this.from + x * this.scale; }

  // middle is how far the mark of an event lies behind its coordinate.
  get middle() { return this.axis === 'time' ? 0 : 0.5; }

  get whole() { return Math.max(1, this.extent.to - this.extent.from); }

  // strip is where a coordinate is once all is shown, and fromStrip the coordinate there.
  strip(at) { return (at - this.extent.from) / this.widest + before; }

  fromStrip(x) { return this.extent.from + (x - before) * this.widest; }

  // fit shows all, with room after the end for what floats there.
  fit() {
    this.scale = this.widest;
    this.from = this.extent.from - before * this.scale;
    return this.clamp();
  }

  // show makes a part of the axis fill the width.
  show(from, to) {
    this.scale = (to - from) / this.width;
    this.from = from;
    return this.clamp();
  }

  pan(pixels) {
    this.from += pixels * this.scale;
    return this.clamp();
  }

  // zoom changes the scale by a factor, and keeps what is at x there.
  zoom(factor, x = this.width / 2) {
    const at = this.at(x);
    this.scale = Math.min(Math.max(this.scale * factor, this.finest), this.widest);
    this.from = at - x * this.scale;
    return this.clamp();
  }

  // center moves so that a coordinate can be seen, if it cannot; always moves it to the middle.
  center(at, always = false) {
    const x = this.x(at);
    if (always || x < this.width * 0.06 || x > this.width * 0.94) this.from = at - this.width * this.scale / 2;
    return this.clamp();
  }

  get finest() { return this.axis === 'time' ? 0.05 : 1 / 90; }

  get widest() { return this.whole / Math.max(1, this.width - this.room - before); }

  // room is how many pixels are left after the end, for what is said there.
  get room() { return Math.min(176, Math.max(120, this.width * 0.25)); }

  clamp() {
    const room = this.width * this.scale;
    this.scale = Math.min(Math.max(this.scale, this.finest), Math.max(this.widest, this.finest));
    const low = this.extent.from - before * this.scale;
    const high = Math.max(low, this.extent.to + this.room * this.scale - room);
    this.from = Math.min(Math.max(this.from, low), high);
    this.top = Math.min(Math.max(this.top, 0), Math.max(0, this.rowsHeight - this.height));
    return this;
  }
}
