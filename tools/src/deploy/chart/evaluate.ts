import { createHash } from 'node:crypto';

/** What a template reads: `.Values`, `.Release`, `.Chart`. */
export type Data = Record<string, unknown>;

interface Scope {
  dot: unknown;
  variables: Record<string, unknown>;
}
interface Token {
  text?: string;
  action?: string;
}

const literal = /^"((?:[^"\\]|\\.)*)"$/;
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : value;
const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const functions: Record<string, (...values: any[]) => unknown> = {
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  quote: (value) => JSON.stringify(String(value)),
  // Go escapes what HTML knows
  toJson: (value) =>
    JSON.stringify(sorted(value)).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  sha256sum: (value) =>
    createHash('sha256')
      .update(value as string)
      .digest('hex'),
  eq: (a, b) => a === b,
  not: (value) => !isTrue(value),
};

/**
 * Renders a template of the chart as Helm does, for the part of its language that the chart uses: `if`, `with`, `range`, fields,
 * variables and six functions.
 * @throws Error for anything else
 */
export function evaluate(template: string, data: Data): string {
  const tokens = tokensOf(template);
  const output = block(tokens, { at: 0 }, { dot: data, variables: { $: data } });
  return output;
}

/** A hyphen in the braces removes white space on that side. */
function tokensOf(template: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of template.matchAll(/\s*\{\{- (.*?) \}\}|\{\{ (.*?) \}\}/g)) {
    tokens.push({ text: template.slice(at, match.index) }, { action: match[1] ?? match[2]! });
    at = match.index + match[0].length;
  }
  const rest = template.slice(at);
  if (tokens.some(({ text }) => text?.includes('{{')) || rest.includes('{{'))
    throw new Error('An action in another form');
  return [...tokens, { text: rest }];
}

/** Evaluates up to the `end` of this block. */
function block(tokens: Token[], place: { at: number }, scope: Scope, isSkipped = false): string {
  let output = '';
  while (place.at < tokens.length) {
    const { text, action } = tokens[place.at++]!;
    if (action === undefined) output += text;
    else if (action === 'end') return output;
    else if (/^(if|with|range) /.test(action)) output += control(tokens, place, scope, action, isSkipped);
    else if (!isSkipped) output += String(valueOf(action, scope));
  }
  return output;
}

function control(tokens: Token[], place: { at: number }, scope: Scope, action: string, isSkipped: boolean): string {
  const start = place.at;
  const inner = (own: Scope, skip: boolean) => {
    place.at = start;
    const text = block(tokens, place, own, skip);
    return skip ? '' : text;
  };
  const [, word, variables, expression] = /^(\w+) (?:(\$\w+, \$\w+) := )?(.+)$/.exec(action)!;
  const value = isSkipped ? undefined : valueOf(expression!, scope);
  if (isSkipped || !isTrue(value)) return inner(scope, true);
  if (word === 'if') return inner(scope, false);
  if (word === 'with') return inner({ ...scope, dot: value }, false);
  const entries = Object.entries(Array.isArray(value) ? value : (sorted(value) as object));
  if (entries.length === 0) return inner(scope, true);
  const [first, second] = variables?.split(', ') ?? [];
  return entries
    .map(([key, one]) => {
      const own = first && second ? { [first]: key, [second]: one } : {};
      return inner({ dot: one, variables: { ...scope.variables, ...own } }, false);
    })
    .join('');
}

/** A pipeline: each function gets the value before it as its last argument. */
function valueOf(expression: string, scope: Scope): unknown {
  const [first, ...others] = expression.split(' | ');
  return others.reduce((value, step) => call(step, scope, [value]), call(first!, scope, []));
}

function call(step: string, scope: Scope, last: unknown[]): unknown {
  const [name, ...parts] = step.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  if (parts.length === 0 && last.length === 0) return operand(name!, scope);
  const called = functions[name!];
  if (!called) throw new Error(`${name} is no function that is known here`);
  return called(...parts.map((part) => operand(part, scope)), ...last);
}

function operand(text: string, { dot, variables }: Scope): unknown {
  const [, content] = literal.exec(text) ?? [];
  if (content !== undefined) return content;
  if (text in variables) return variables[text];
  if (text === '.') return dot;
  if (!/^(\.\w+)+$/.test(text)) throw new Error(`${text} is not known here`);
  return text
    .slice(1)
    .split('.')
    .reduce<unknown>((value, key) => (value as Data | undefined)?.[key], dot);
}
