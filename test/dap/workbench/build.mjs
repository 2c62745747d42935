// Bundles the workbench and its workers. What modules name by their own place is served from node_modules.
import {build} from 'esbuild';
import {copyFile, readFile} from 'node:fs/promises';
import path from 'node:path';

const modules = path.resolve('node_modules');
const served = (file, name) => '/at/' + path.relative(modules, path.resolve(path.dirname(file), name));

const places = {
  name: 'places',
  setup(made) {
    made.onLoad({filter: /node_modules\/.*\.js$/}, async ({path: file}) => {
      const text = await readFile(file, 'utf8');
      return {loader: 'js', contents: text.replace(/new URL\('(\.[^']*)', import\.meta\.url\)/g,
        (_, name) => `new URL('${served(file, name)}', location.origin)`)};
    });
    made.onLoad({filter: /\.css$/}, async ({path: file}) => {
      const text = await readFile(file, 'utf8');
      return {loader: 'text', contents: text.replace(/url\((['"]?)(\.[^)'"?]*)[^)'"]*\1\)/g,
        (_, _quote, name) => `url(${served(file, name)})`)};
    });
  },
};

await build({
  entryPoints: {
    app: 'app.js',
    editor: '@codingame/monaco-vscode-api/workers/editor.worker',
    textmate: '@codingame/monaco-vscode-textmate-service-override/worker',
  },
  outdir: 'out', bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning', plugins: [places],
  loader: {'.ttf': 'dataurl', '.wasm': 'binary'}, external: ['node:*'],
});
await copyFile('nothing.js', 'out/nothing.js');
