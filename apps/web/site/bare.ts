import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';

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

/** Gives antd's cards no tabs: no card has any, and they are a tenth of what a signed-in screen loads. */
export function bareCards(): Plugin {
  return {
    name: 'tradepost-bare-cards',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\.\/tabs(\/index)?$/ },
      handler: (_source, importer) => (importer?.includes('/antd/es/card/') ? '\0tradepost-no-tabs' : null),
    },
    load: {
      filter: { id: /^\0tradepost-no-tabs$/ },
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
