// The page begins here. Which transport it speaks over, the page itself says.
import {App} from './app.js';
import {kept, takes} from './capsule.js';
import {Client} from './client.js';
import {HTTP} from './http.js';
import {windows, groups} from './windows.js';
import {Worker} from './worker.js';

export const transports = {http: HTTP, worker: Worker};

const name = document.querySelector('meta[name=machsim-transport]').content;
const {capsule, wrong} = await kept().then(capsule => ({capsule}), wrong => ({wrong}));
export const app = new App(new Client(capsule ? new Worker(capsule) : new transports[name]()));
takes(error => app.wrong(error));
const query = new URLSearchParams(location.hash.slice(1)).get('q');
await app.start(windows, groups).catch(error => {
  app.status(error.message);
  throw error;
});
if (wrong) app.wrong(wrong);
if (query) { // It is shown, and a person may ask it: the address may come from anybody.
  app.show('query');
  await app.select({draft: query});
}
