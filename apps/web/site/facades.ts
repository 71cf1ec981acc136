import type { Rolldown } from 'vite';

/** A script that only renames what another one exports. */
export interface Facade {
  /** The other script, without its folder. */
  of: string;
  /** The names that the facade exports, and what the other script calls them. */
  names: [exported: string, original: string][];
}

/** By the name of the script, without its folder. */
export type Facades = ReadonlyMap<string, Facade>;

const withoutFolder = (fileName: string) => fileName.slice(fileName.lastIndexOf('/') + 1);

/** @returns null if the script has code of its own */
export function facadeOf(code: string): Facade | null {
  const [, exports = '', of] = /^export\{([^{}]+)\}from"\.\/([^"]+)";?\s*$/.exec(code) ?? [];
  if (!of) return null;
  const names = exports.split(',').map((each): [string, string] => {
    const [original = '', exported = original] = each.trim().split(' as ');
    return [exported, original];
  });
  return { of, names };
}

/** @returns the code, which imports the script behind each facade instead */
export const behindFacades = (code: string, facades: Facades): string =>
  code.replace(/\bimport\([`"']\.\/([^`"']+)[`"']\)/g, (found, name: string) => {
    const facade = facades.get(name);
    if (!facade) return found;
    const fields = facade.names.map(([exported, original]) => `${exported}:e.${original}`);
    return `import("./${facade.of}").then(e=>({${fields.join()}}))`;
  });

/**
 * The bundler makes a facade of a few bytes for each screen that shares a script with others; each would cost a request. This removes them. The names
 * of the other scripts stay right: they depend on the names of what is imported, and so on everything that changes here.
 */
export function removeFacades(bundle: Rolldown.OutputBundle): Facades {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const needed = new Set(
    chunks.flatMap(({ fileName, imports, isEntry }) => [...imports, ...(isEntry ? [fileName] : [])]),
  );
  const facades = new Map<string, Facade>();
  for (const { fileName, code } of chunks) {
    const facade = needed.has(fileName) ? null : facadeOf(code);
    if (!facade) continue;
    facades.set(withoutFolder(fileName), facade);
    delete bundle[fileName];
  }
  for (const chunk of chunks) {
    chunk.code = behindFacades(chunk.code, facades);
    // Vite collects the style sheet along these names, and would leave out the rules of what is behind a facade
    chunk.dynamicImports = chunk.dynamicImports.map((name) => behindName(name, facades));
  }
  return facades;
}

function behindName(name: string, facades: Facades): string {
  const facade = facades.get(withoutFolder(name));
  return facade ? name.replace(withoutFolder(name), () => facade.of) : name;
}
