// The lost update of bank, found in VS Code's workbench with the mouse:
//
//	node story.mjs MACHSIM EXTENSION PICTURES
//
// EXTENSION is the folder that machsim editor vscode wrote, PICTURES a directory. It prints what is seen after each
// act.
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {chromium} from 'playwright-core';
import {serve} from './serve.mjs';

const [machsim, extension, pictures] = process.argv.slice(2);
const read = name => readFileSync(path.join(extension, name), 'utf8');
const launch = {version: '0.2.0', configurations: [
  {type: 'machsim', request: 'launch', name: 'machsim: bank', program: 'bank', seed: 9}]};
const url = await serve(machsim, {manifest: JSON.parse(read('package.json')), extension: read('extension.js'), launch});
const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox']});
const page = await browser.newPage({viewport: {width: 1280, height: 860}});
page.setDefaultTimeout(60_000);
page.on('pageerror', wrong => console.log(`error of the page: ${wrong.message}`));

const button = name => page.locator(`.codicon-${name}`).first();
const row = start => page.locator(`.monaco-list-row[aria-label^="${start}"]`).first();
const labels = of => page.evaluate(of => [...document.querySelectorAll(`${of} .monaco-list-row`)]
  .map(x => x.getAttribute('aria-label')), of);
let acts = 0;

// now waits until the workbench stands in a line, and shows what is seen there.
async function now(line, text, ...views) {
  await page.locator(`.monaco-list-row[aria-label^="Stack Frame"][aria-label*=", line ${line},"].selected`).waitFor();
  await page.locator('.debug-top-stack-frame-line').first().waitFor();
  await page.waitForTimeout(500); // it fills one view after the other
  await page.mouse.move(700, 5);
  await page.screenshot({path: path.join(pictures, `workbench${++acts}.png`)});
  console.log(`\n# ${text}: line ${line}`);
  for (const view of views)
    console.log((await labels(view)).join('\n'));
}

await page.goto(url);
await page.locator('body[data-ready=yes]').waitFor();
await button('debug-start').click();
await now(94, 'launched, it stands at the failed check', '.debug-call-stack');
console.log(await page.locator('.exception-widget').innerText());

await row('Scope Locals').locator('.monaco-tl-twistie').click();
await row('account,').locator('.monaco-tl-twistie').click();
await row('[1],').click({button: 'right'});
await page.waitForTimeout(500); // a menu heeds no click before
await page.locator('.monaco-menu').getByText('Break on Value Change').click();
await row('account[1] in bank.1').waitFor();
await button('debug-reverse-continue').click();
await now(81, 'a data breakpoint, and reverse: before the statement that wrote', '.debug-variables', '.debug-call-stack');

// A click beside line 79 sets a breakpoint; the one for data is switched off.
await row('account[1] in bank.1#2').locator('[role=checkbox], .monaco-checkbox, input').first().click();
const at = await page.locator('.line-numbers', {hasText: /^79$/}).boundingBox();
await page.mouse.click(at.x - 12, at.y + at.height / 2);
await page.locator('.codicon-debug-breakpoint').first().waitFor();
await button('debug-reverse-continue').click();
await now(79, 'a breakpoint by a click, and reverse: the read that was old', '.debug-breakpoints');
await button('debug-step-back').click();
await now(77, 'step back');
await button('debug-step-over').click();
await now(79, 'step over');

await page.locator('.repl-input-wrapper .view-line').click();
await page.keyboard.type('goto 41');
await page.keyboard.press('Enter');
await page.locator('.repl .monaco-list-row', {hasText: 'after event 41 of 319'}).first().waitFor();
await page.waitForTimeout(500);
await page.screenshot({path: path.join(pictures, `workbench${++acts}.png`)});
console.log('\n# the prompt in the debug console');
console.log((await labels('.repl')).join('\n'));
await browser.close();
process.exit();
