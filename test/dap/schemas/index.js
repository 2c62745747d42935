// What the schemas of VS Code's debug service import of its workbench, which is large: as little as they need to be
// loaded. Here they leave the schemas.
export const schemas = {};
export const ExtensionsRegistry = {
  registerExtensionPoint: ({extensionPoint, jsonSchema}) => schemas[extensionPoint] = jsonSchema,
};
export const localize = (_number, text) => text;
export const launchSchemaId = 'launch';
export const inputsSchema = {definitions: {}};
export const Extensions = {};
export const Registry = {as: () => ({registerExtensionFeature() {}})};
export class Disposable {}
export class SyncDescriptor {}
