// The transport to a server: calls are POST requests, events come as a stream of server-sent events. All URLs are
// relative to the page.
import {WireError} from './client.js';

export class HTTP {
  onEvent = () => {};

  async send(request) {
    let response;
    try {
      response = await fetch('call', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(request),
      });
    } catch {
      throw new WireError({text: 'machsim does not answer: it has ended, or the connection is gone', kind: 'lost'});
    }
    if (!response.ok) throw new WireError({text: (await response.text()).trim(), kind: 'refused'});
    return response.json();
  }

  // open listens to the events. Calls need not wait for that.
  open() {
    const source = new EventSource('events');
    source.addEventListener('error', () => {
      this.onEvent('lost', {});
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), 1000); // it was answered that machsim is away
    });
    for (const name of ['hello', 'changed', 'opened', 'progress', 'grew', 'exploring', 'made', 'over']) {
      source.addEventListener(name, e => this.onEvent(name, JSON.parse(e.data)));
    }
  }
}
