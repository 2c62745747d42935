// VS Code's debug workbench in a page, with the extension that machsim editor writes.
import {getService, ILifecycleService, initialize} from '@codingame/monaco-vscode-api';
import {ExtensionHostKind, registerExtension} from '@codingame/monaco-vscode-api/extensions';
import {URI} from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import 'vscode/localExtensionHost';
import '@codingame/monaco-vscode-go-default-extension';
import '@codingame/monaco-vscode-theme-defaults-default-extension';
import configuration, {initUserConfiguration} from '@codingame/monaco-vscode-configuration-service-override';
import debug from '@codingame/monaco-vscode-debug-service-override';
import explorer from '@codingame/monaco-vscode-explorer-service-override';
import extensions from '@codingame/monaco-vscode-extensions-service-override';
import files, {RegisteredFileSystemProvider, RegisteredMemoryFile, registerFileSystemOverlay}
  from '@codingame/monaco-vscode-files-service-override';
import keybindings from '@codingame/monaco-vscode-keybindings-service-override';
import languages from '@codingame/monaco-vscode-languages-service-override';
import model from '@codingame/monaco-vscode-model-service-override';
import storage from '@codingame/monaco-vscode-storage-service-override';
import textmate from '@codingame/monaco-vscode-textmate-service-override';
import theme from '@codingame/monaco-vscode-theme-service-override';
import views, {attachPart, Parts} from '@codingame/monaco-vscode-views-service-override';

window.MonacoEnvironment = {
  getWorker: (_module, label) => new Worker(label === 'TextMateWorker' ? '/out/textmate.js' : '/out/editor.js',
    {type: 'module'}),
};

const facts = await (await fetch('/facts')).json();
const folder = new RegisteredFileSystemProvider(false);
folder.registerFile(new RegisteredMemoryFile(URI.file('/lab/.vscode/launch.json'), JSON.stringify(facts.launch)));
registerFileSystemOverlay(1, folder);
await initUserConfiguration(JSON.stringify({
  'debug.openDebug': 'openOnDebugBreak', 'debug.toolBarLocation': 'docked', 'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false, 'workbench.colorTheme': 'Default Light Modern', 'workbench.startupEditor': 'none',
}));
const services = [configuration, debug, explorer, extensions, files, keybindings, languages, model, storage, textmate,
  theme, views];
await initialize(Object.assign({}, ...services.map(service => service())), document.body, {
  workspaceProvider: {trusted: true, workspace: {folderUri: URI.file('/lab')}, open: async () => false},
  productConfiguration: {nameShort: 'workbench', nameLong: 'workbench'},
});
const rooms = {activity: Parts.ACTIVITYBAR_PART, side: Parts.SIDEBAR_PART, editor: Parts.EDITOR_PART,
  panel: Parts.PANEL_PART};
for (const [id, part] of Object.entries(rooms))
  attachPart(part, document.getElementById(id));

// What the extension contributes is registered as it is; its code runs here, and gets an adapter over a websocket.
const extension = registerExtension({...facts.manifest, main: undefined, browser: 'nothing.js'},
  ExtensionHostKind.LocalProcess, {path: '/extension'});
extension.registerFileUrl('nothing.js', new URL('/out/nothing.js', location.href).href);
const api = await extension.getApi();

class Adapter {
  #heard = new api.EventEmitter();
  onDidSendMessage = this.#heard.event;
  constructor() {
    this.socket = new WebSocket(`ws://${location.host}/dap`);
    this.open = new Promise(done => this.socket.onopen = done);
    this.socket.onmessage = ({data}) => this.#heard.fire(JSON.parse(data));
  }
  async handleMessage(message) {
    await this.open;
    this.socket.send(JSON.stringify(message));
  }
  dispose() {
    this.socket.close();
  }
}

// over is an object with some members in the place of its own.
const over = (object, members) => new Proxy(object, {get: (own, name) => members[name] ?? own[name]});
const vscode = over(api, {debug: over(api.debug, {
  registerDebugAdapterDescriptorFactory: (type, factory) => api.debug.registerDebugAdapterDescriptorFactory(type, {
    createDebugAdapterDescriptor(session) {
      factory.createDebugAdapterDescriptor(session); // it has to know what it would start
      return new api.DebugAdapterInlineImplementation(new Adapter());
    },
  }),
})});
const module = {exports: {}};
new Function('require', 'module', facts.extension)(name => name === 'vscode' ? vscode : {}, module);
module.exports.activate({subscriptions: []});

await (await getService(ILifecycleService)).when(4); // sources without a file can only be read then
await api.commands.executeCommand('workbench.view.debug');
document.body.dataset.ready = 'yes';
