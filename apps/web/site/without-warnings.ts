import { fileURLToPath } from 'node:url';

const names = ['react-router', 'react-router/dom'];

/** The builds of the router without its warnings for developers: it has them, but its exports name only the others. */
export const withoutWarnings = names.map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(import.meta.resolve(name).replace('/development/', '/production/')),
}));
