import type { Rolldown } from 'vite';
import { antdFolderOf } from './antd-styles';

const layout = 'app/layout/signed-in-layout.tsx';
const side = 'app/layout/side.tsx';
const session = 'app/session/session-tasks.tsx';

/** What the screens with an address of their own in public/start.js consist of, as the router loads them. `/` stands for all others, `wide`
 * for what only wide screens show at once. */
const partsOf: Record<string, string[]> = {
  '/login': ['app/guest-parts.ts'],
  '/dashboard': ['app/first-parts.ts', session],
  '/workspace': [layout, 'features/workspace/workspace.page.tsx'],
  '/share-folders': [layout, 'features/receiver/share-folders.page.tsx'],
  '/': [layout, session],
  wide: [side, 'ui/list/table-rows.tsx'],
};

/** What the workspace and the shared folders load once they are painted; their style sheet has its rules. */
const laterParts = [
  'features/workspace/upload/choose/drop-zone.tsx',
  'features/workspace/file/file-list.tsx',
  'features/workspace/folder/folder-description.tsx',
  'features/receiver/received-folders.tsx',
  session,
];

/** The names of the scripts that each screen loads, without those that the page itself names. */
export type ScreenScripts = Record<string, string[]>;

/** What the page and the two screens that people visit first load. */
const firstScreens = ['/login', '/dashboard'];

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** These scripts and all that they import. */
function withImports(chunks: Chunks, names: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withImports(chunks, chunks.get(name)?.imports ?? [], found);
  }
  return found;
}

/** The script that an import of this part asks for; it may only lead to the one that has its code. */
function nameOfPart(chunks: Chunks, part: string): string {
  const isPart = (id: string | null) => id?.endsWith(`/src/${part}`) ?? false;
  for (const [name, { facadeModuleId }] of chunks) if (isPart(facadeModuleId)) return name;
  throw new Error(`No script has ${part}`);
}

/** The scripts of a build, and the folders of antd that have their styles. */
export interface Scripts {
  screens: ScreenScripts;
  /** Of the page itself and of the screens that people visit first. */
  firstFolders: ReadonlySet<string>;
  /** Of the other screens above, without what only wide screens need. */
  frameFolders: ReadonlySet<string>;
  otherFolders: ReadonlySet<string>;
}

/** Tells which scripts each screen needs, so that a browser can load them at once instead of one after the other. */
export function scriptsOf(bundle: Rolldown.OutputBundle): Scripts {
  const chunks: Chunks = new Map(
    Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output] as const] : [])),
  );
  const ofPage = withImports(
    chunks,
    [...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name),
  );
  const scriptsOfParts = (parts: string[]) =>
    withImports(
      chunks,
      parts.map((part) => nameOfPart(chunks, part)),
    );
  const ofScreens = Object.entries(partsOf).map(([path, parts]) => [path, scriptsOfParts(parts)] as const);
  const firstNames = new Set(ofScreens.flatMap(([path, names]) => (firstScreens.includes(path) ? [...names] : [])));
  const firstFolders = antdFoldersOf(chunks, [...firstNames, ...ofPage]);
  const without = (folders: ReadonlySet<string>, ...others: ReadonlySet<string>[]) =>
    new Set([...folders].filter((folder) => !others.some((other) => other.has(folder))));
  const narrow = ofScreens.flatMap(([path, names]) => (path === 'wide' ? [] : [...names]));
  const frameFolders = without(
    antdFoldersOf(chunks, [...narrow, ...scriptsOfParts([...laterParts, side])]),
    firstFolders,
  );
  return {
    screens: Object.fromEntries(
      ofScreens.map(([path, names]) => [
        path,
        [...names]
          .filter((name) => !ofPage.has(name))
          .map((name) => name.replace(/^assets\//, ''))
          .sort(),
      ]),
    ),
    firstFolders,
    frameFolders,
    otherFolders: without(antdFoldersOf(chunks, chunks.keys()), firstFolders, frameFolders),
  };
}

const antdFoldersOf = (chunks: Chunks, names: Iterable<string>): Set<string> =>
  new Set([...names].flatMap((name) => (chunks.get(name)?.moduleIds ?? []).flatMap((id) => antdFolderOf(id) ?? [])));
