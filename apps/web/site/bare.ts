import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';

/** Begins the names of modules that stand for what is left out. */
const empty = '\0tradepost-no-';

const source = join(import.meta.dirname, '../../../libs/contracts/src/routes/index.ts');

interface Contract {
  apiBase: string;
  routes: Record<string, Route>;
}

interface Route {
  method: string;
  path: string;
  allow: string;
  wire?: object;
  idempotent?: boolean;
}

/** The server reads the rest. */
const onlyWhatPagesRead = ({ method, path, wire, idempotent, allow }: Route) => ({
  method,
  path,
  wire,
  idempotent,
  ...(allow === 'public' && { allow }),
});

/**
 * Removes from the API routes of the page what no page reads: access rules, and input schemas. Only forms use schemas, and load them separately: they
 * would be a quarter of the scripts of the sign-in.
 */
export function bareRoutes(): Plugin {
  return {
    name: 'tradepost-bare-routes',
    load: {
      filter: { id: /\/libs\/contracts\/src\/routes\/index\.ts$/ },
      handler: async function () {
        const { module, dependencies } = await runnerImport<Contract>(source, { configFile: false, logLevel: 'error' });
        for (const file of dependencies) this.addWatchFile(file);
        const routes = Object.entries(module.routes).map(([name, route]) => [name, onlyWhatPagesRead(route)]);
        return [
          `export const apiBase = ${JSON.stringify(module.apiBase)};`,
          `export const routes = ${JSON.stringify(Object.fromEntries(routes))};`,
        ].join('\n');
      },
    },
  };
}

/** Parts of antd's components that no screen has, by the component with the modules that import them. Together they are a tenth of what a signed-in screen loads. */
const partsWithoutUse: Record<string, string[]> = {
  avatar: ['./AvatarGroup'],
  badge: ['./Ribbon'],
  card: ['../tabs', './CardGrid', './CardMeta'],
  progress: ['./Circle', './Steps'],
  skeleton: ['./Avatar', './Image', './Input', './Node'],
  tag: ['./CheckableTag', './CheckableTagGroup'],
  tooltip: ['./PurePanel'],
  typography: ['../Editable'],
};
const everyPart = [...new Set(Object.values(partsWithoutUse).flat())].map((part) => part.replaceAll('.', '\\.'));
const componentOf = /\/node_modules\/antd\/es\/([\w-]+)\//;

/** Gives antd's components an empty part in place of each that no screen has. */
export function bareParts(): Plugin {
  return {
    name: 'tradepost-bare-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: RegExp(`^(${everyPart.join('|')})$`) },
      handler: (source, importer = '') =>
        partsWithoutUse[componentOf.exec(importer)?.[1] ?? '']?.includes(source) ? `${empty}part` : null,
    },
    load: {
      filter: { id: /^\0tradepost-no-part$/ },
      handler: () => 'export default () => null;',
    },
  };
}

/** Gives antd's inputs the context of forms without antd's forms, which only some dialogs use. */
export function bareFormContext(): Plugin {
  return {
    name: 'tradepost-bare-form-context',
    resolveId: {
      filter: { id: /^@rc-component\/form$/ },
      handler(_source, importer) {
        return importer?.endsWith('/antd/es/form/context.js')
          ? this.resolve('@rc-component/form/es/FormContext', importer)
          : null;
      },
    },
  };
}

/** Gives antd no tooltip that several elements share, with all that positions it: no theme of ours has it, and every page would load it. */
export function bareTooltips(): Plugin {
  return {
    name: 'tradepost-bare-tooltips',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\.\/tooltip\/UniqueProvider$/ },
      handler: (_source, importer) =>
        importer?.includes('/antd/es/config-provider/') ? '\0tradepost-no-unique-tooltip' : null,
    },
    load: {
      filter: { id: /^\0tradepost-no-unique-tooltip$/ },
      handler: () => 'export default ({ children }) => children;',
    },
  };
}

const stylisNames = ['compile', 'middleware', 'prefixer', 'serialize', 'stringify'];

/**
 * Removes from antd what makes styles in the browser: the build has made them all (antd-styles.ts), and the theme says so. What a missing
 * rule would need is not there, so a call fails.
 */
export function bareStyles(): Plugin {
  return {
    name: 'tradepost-bare-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^(stylis|.*\/useResetIconStyle)$/ },
      handler: (source) => (source === 'stylis' ? `${empty}stylis` : `${empty}icon-style`),
    },
    load: {
      filter: { id: /^\0tradepost-no-(stylis|icon-style)$/ },
      handler: (id) =>
        id.endsWith('stylis')
          ? stylisNames.map((name) => `export const ${name} = undefined;`).join('\n')
          : 'export default () => undefined;',
    },
  };
}

/**
 * Lets the build leave out of the router what no screen uses, such as its forms and its rendering on servers: their names for developers, and
 * calls without effect that are not marked as such, would keep them. They are a tenth of it.
 */
export function bareRouter(): Plugin {
  return {
    name: 'tradepost-bare-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\/production\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/^(var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
