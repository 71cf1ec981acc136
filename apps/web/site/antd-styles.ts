import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** antd's own style sheet: the rules of all its components, with variables for what a theme changes. */
const readSheet = () => readFileSync(fileURLToPath(import.meta.resolve('antd/dist/antd.css')), 'utf8');

/** Folders of antd with classes of another name. */
const classesOf: Record<string, string[]> = {
  badge: ['badge', 'ribbon', 'scroll'],
  button: ['btn'],
  'date-picker': ['picker'],
  grid: ['row', 'col'],
  'qr-code': ['qrcode'],
  'tree-select': ['select'],
};
/** Animations and what several components share. */
const shared = ['motion', 'slide', 'zoom', 'fade', 'move', 'wave', 'css'];
/** Folders that have no rules of their own. */
const withoutRules = ['style', 'theme', '_util'];

const styleModule = /\/node_modules\/antd\/es\/([\w-]+)\/style\//;
const makers = ['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent'];

/** The rules of a style sheet; one in a media query counts as one with it. */
export function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let [depth, start, quote] = [0, 0, ''];
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at] ?? '';
    if (quote) {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && (depth -= 1) === 0) {
      rules.push(css.slice(start, at + 1));
      start = at + 1;
    }
  }
  return rules;
}

/** Whether a rule is not a list of theme variables, because the page has its own variables. */
const isOwn = (rule: string) => !/^\.(css-var|data-ant)/.test(rule);

const inLayer = (rules: string[]) => `@layer links, antd;\n@layer antd{${[...new Set(rules)].join('')}}`;

/** Rules that belong to no component, and the animations. */
const isShared = (name: string | undefined) => name === undefined || shared.includes(name);

/**
 * The rules of these folders of antd, in the layer that app.css expects them in. @throws if a folder has none
 * @param isFirst with the rules that several components share
 */
export function stylesOf(folders: ReadonlySet<string>, isFirst: boolean): string {
  const classes = new Map([...folders].map((folder) => [folder, classesOf[folder] ?? [folder]]));
  const wanted = new Set([...classes.values()].flat());
  const found = new Set<string>();
  const rules = rulesOf(readSheet()).filter((rule) => {
    const [, name] = /\.ant-(input-number|[a-z]+)/.exec(rule) ?? [];
    if (name) found.add(name);
    return isOwn(rule) && (name && wanted.has(name) ? true : isFirst && isShared(name));
  });
  for (const [folder, names] of classes)
    if (!withoutRules.includes(folder) && !names.some((name) => found.has(name)))
      throw new Error(`antd.css has no rules of ${folder}`);
  return inLayer(rules);
}

interface Node {
  type: string;
  start: number;
  end: number;
}

function callsOf(node: unknown, found: { callee: { name?: string }; arguments: Node[] }[] = []) {
  if (Array.isArray(node)) for (const each of node) callsOf(each, found);
  else if (node !== null && typeof node === 'object') {
    if ('type' in node && node.type === 'CallExpression') found.push(node as never);
    for (const each of Object.values(node)) callsOf(each, found);
  }
  return found;
}

/** The folder of antd to which a module with styles belongs. */
export const antdFolderOf = (id: string): string | undefined => styleModule.exec(id)?.[1];

/**
 * Moves the rules of antd's components from the scripts into style sheets. In the scripts, each component would generate them again in every browser.
 * The build includes only components that are used.
 */
export function antdStyles(): Plugin {
  return {
    name: 'tradepost-antd-styles',
    apply: 'build',
    transform: {
      filter: { id: styleModule },
      handler(code) {
        const styles = callsOf(this.parse(code))
          .filter(({ callee }) => callee.name !== undefined && makers.includes(callee.name))
          .map((call) => call.arguments[1])
          .filter((rules) => rules !== undefined)
          .sort((a, b) => b.start - a.start);
        // never called: the theme says that no styles are generated
        return {
          code: styles.reduce((text, { start, end }) => `${text.slice(0, start)}null${text.slice(end)}`, code),
          map: null,
        };
      },
    },
  };
}

/** While developing, the scripts keep their rules, which nothing reads; the page has those of all components. */
export function allAntdStyles(): Plugin {
  return {
    name: 'tradepost-all-antd-styles',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'style', children: inLayer(rulesOf(readSheet()).filter(isOwn)) }],
  };
}
