// Shapes are the marks of single events. Each is drawn around a point, in the present colours.

const tau = 2 * Math.PI;

function path(c, x, y, r, points) {
  c.beginPath();
  points.forEach(([px, py], i) => i ? c.lineTo(x + px * r, y + py * r) : c.moveTo(x + px * r, y + py * r));
  c.closePath();
}

export const shapes = {
  dot(c, x, y, r) {
    c.beginPath();
    c.arc(x, y, r * 0.55, 0, tau);
    c.stroke();
  },
  // A message is sent above the line, and received below it.
  upper(c, x, y, r) {
    c.beginPath();
    c.arc(x, y + r * 0.2, r, tau / 2, tau);
    c.closePath();
    c.fill();
  },
  lower(c, x, y, r) {
    c.beginPath();
    c.arc(x, y - r * 0.2, r, 0, tau / 2);
    c.closePath();
    c.fill();
    c.beginPath();
    c.arc(x, y - r * 0.2, r, tau / 2, tau);
    c.stroke();
  },
  diamond(c, x, y, r) {
    path(c, x, y, r, [[0, -1], [1, 0], [0, 1], [-1, 0]]);
    c.fill();
  },
  square(c, x, y, r) { c.fillRect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6); },
  start(c, x, y, r) {
    c.fillRect(x - r * 0.25, y - r, r * 0.5, 2 * r);
    path(c, x, y, r, [[0.1, -0.8], [1, 0], [0.1, 0.8]]);
    c.fill();
  },
  end(c, x, y, r) {
    c.fillRect(x - r * 0.25, y - r, r * 0.5, 2 * r);
    path(c, x, y, r, [[-0.1, -0.8], [-1, 0], [-0.1, 0.8]]);
    c.fill();
  },
  fork(c, x, y, r) {
    c.beginPath();
    c.arc(x, y, r * 0.9, 0, tau);
    c.stroke();
    c.beginPath();
    c.arc(x, y, r * 0.4, 0, tau);
    c.fill();
  },
  triangle(c, x, y, r) {
    path(c, x, y, r, [[0, -1], [1, 0.85], [-1, 0.85]]);
    c.fill();
  },
  bolt(c, x, y, r) {
    path(c, x, y, r * 1.25, [[0.25, -1], [-0.65, 0.2], [-0.05, 0.2], [-0.25, 1], [0.65, -0.2], [0.05, -0.2]]);
    c.fill();
  },
  barred(c, x, y, r) {
    c.beginPath();
    c.arc(x, y, r * 0.9, 0, tau);
    c.moveTo(x - r * 0.6, y + r * 0.6);
    c.lineTo(x + r * 0.6, y - r * 0.6);
    c.stroke();
  },
  hourglass(c, x, y, r) {
    path(c, x, y, r, [[-0.8, -1], [0.8, -1], [-0.8, 1], [0.8, 1]]);
    c.fill();
  },
  cross(c, x, y, r) {
    c.save();
    c.lineWidth = Math.max(2.5, r * 0.5);
    c.beginPath();
    c.moveTo(x - r, y - r);
    c.lineTo(x + r, y + r);
    c.moveTo(x + r, y - r);
    c.lineTo(x - r, y + r);
    c.stroke();
    c.restore();
  },
  star(c, x, y, r) {
    const points = [];
    for (let i = 0; i < 10; i++) {
      const a = -tau / 4 + i * tau / 10, q = i % 2 ? 0.45 : 1.1;
      points.push([Math.cos(a) * q, Math.sin(a) * q]);
    }
    path(c, x, y, r, points);
    c.fill();
  },
  pen(c, x, y, r) {
    path(c, x, y, r, [[-1, 1], [-0.7, 0.2], [0.6, -1], [1, -0.6], [-0.2, 0.7]]);
    c.fill();
  },
};

// envelope is a message that floats: it was sent, and may not arrive yet.
export function envelope(c, x, y, colours) {
  const w = 22, h = 15;
  c.save();
  c.shadowColor = 'rgba(0,0,0,.35)';
  c.shadowBlur = 6;
  c.shadowOffsetY = 3;
  c.fillStyle = colours.back;
  c.fillRect(x, y - h / 2, w, h);
  c.restore();
  c.strokeStyle = colours.classes[3];
  c.lineWidth = 1.6;
  c.strokeRect(x, y - h / 2, w, h);
  c.beginPath();
  c.moveTo(x, y - h / 2);
  c.lineTo(x + w / 2, y + h * 0.1);
  c.lineTo(x + w, y - h / 2);
  c.stroke();
}

// head is the head of an arrow from one point to another.
export function head(c, x1, y1, x2, y2, size = 7) {
  const a = Math.atan2(y2 - y1, x2 - x1);
  c.beginPath();
  c.moveTo(x2, y2);
  c.lineTo(x2 - size * Math.cos(a - 0.4), y2 - size * Math.sin(a - 0.4));
  c.lineTo(x2 - size * Math.cos(a + 0.4), y2 - size * Math.sin(a + 0.4));
  c.closePath();
  c.fill();
}
