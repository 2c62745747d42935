// The page begins here. Which transport it speaks over, the page itself says.
import {App} from './app.js';
import {Client} from './client.js';
import {HTTP} from './http.js';
import {windows, groups} from './windows.js';
import {Worker} from './worker.js';

export const transports = {http: HTTP, worker: Worker};

const name = document.querySelector('meta[name=machsim-transport]').content;
export const app = new App(new Client(new transports[name]()));
const query = new URLSearchParams(location.hash.slice(1)).get('q');
await app.start(windows, groups);
if (query) { // It is shown, and a person may ask it: the address may come from anybody.
  app.show('query');
  await app.select({draft: query});
}
