import { currentDocument } from '@tradepost/openapi/current';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation, Parameter } from '@tradepost/openapi/operation';
import fc from 'fast-check';
import { bodiesOf, type Body } from './bodies';
import { KnownValue, objectsOf, type Mode } from './values';

/** One generated call; known values are not chosen yet. */
export interface Draft {
  operationId: string;
  method: string;
  template: string;
  mode: Mode;
  inPath: Record<string, unknown>;
  inQuery: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: Body;
}

/** A call as it is sent. */
export interface Call {
  operationId: string;
  method: string;
  /** Encoded, with its query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** What any call may carry and most operations do not expect. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { range: 'bytes=0-3' },
  { range: 'bytes=999999999-' },
  { range: 'bytes=3-1,-5,abc' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'never' },
  { 'x-client': 'web' },
  { accept: 'text/html' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'text/xml' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'https://attacker.example' },
  { cookie: 'auth-token=%ff; __Host-sid=x' },
  { 'idempotency-key': 'the same' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'x-forwarded-for': '127.0.0.1' },
  { traceparent: '00-zz' },
);

const weights: Record<Mode, number> = { valid: 5, boundary: 2, invalid: 3 };

/** Calls of one operation of the document. */
function draftsOf(template: string, method: string, operation: Operation): fc.Arbitrary<Draft> {
  const ofModes = Object.entries(weights) as [Mode, number][];
  return fc.oneof(
    ...ofModes.map(([mode, weight]) => ({ weight, arbitrary: draftsOfMode(mode, template, method, operation) })),
  );
}

function draftsOfMode(mode: Mode, template: string, method: string, operation: Operation): fc.Arbitrary<Draft> {
  const parametersIn = (where: Parameter['in']) => (operation.parameters ?? []).filter((each) => each.in === where);
  const values = (where: Parameter['in']) =>
    objectsOf(schemaOf(parametersIn(where)), placeOf(parametersIn(where), operation, template), mode);
  return fc
    .record({
      inPath: values('path').map((given) => withAll(given, parametersIn('path'))),
      inQuery: values('query'),
      headers: fc.tuple(values('header'), sometimes(mode, oddHeaders)).map(([own, odd]) => ({ ...own, ...odd })),
      body: bodiesOf(operation, template, mode),
      isHead: fc.integer({ min: 0, max: 29 }).map((n) => n === 0 && method === 'get'),
    })
    .map(({ isHead, ...parts }) => ({
      operationId: operation.operationId,
      method: isHead ? 'HEAD' : method.toUpperCase(),
      template,
      mode,
      ...parts,
    }));
}

const sometimes = (mode: Mode, headers: typeof oddHeaders): typeof oddHeaders =>
  mode === 'valid'
    ? fc.constant({})
    : fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers });

const schemaOf = (parameters: Parameter[]): JsonSchema => ({
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

const placeOf = (parameters: Parameter[], { operationId }: Operation, path: string) => ({
  operationId,
  path,
  example: Object.fromEntries(
    parameters.map(({ name, example, schema }) => [name, example ?? (schema.examples as unknown[] | undefined)?.[0]]),
  ),
});

/** A path has no room for a missing parameter. */
const withAll = (given: Record<string, unknown>, parameters: Parameter[]): Record<string, unknown> => ({
  ...Object.fromEntries(parameters.map(({ name }) => [name, 'absent'])),
  ...given,
});

/** Operations of the document. */
export const operations = Object.entries(currentDocument().paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]) => ({
    operationId: operation.operationId,
    drafts: draftsOf(path, method, operation),
  })),
);

/** All operations in one order, then in another: chance alone would leave some out for long. */
export function operationsInOrders(seed: number, calls: number) {
  const numRuns = Math.ceil(calls / operations.length);
  const all = fc.shuffledSubarray(operations, { minLength: operations.length });
  return fc.sample(all, { seed, numRuns }).flat();
}

export type Choose = (known: KnownValue) => unknown;

/** Replaces each known value by what the chooser names. */
function resolved(value: unknown, choose: Choose): unknown {
  if (value instanceof KnownValue) return choose(value);
  if (Array.isArray(value)) return value.map((item) => resolved(item, choose));
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.entries(value).map(([key, item]): [string, unknown] => [key, resolved(item, choose)]);
  return Object.fromEntries(inside);
}

/** Also for what `encodeURIComponent` refuses. */
const percentEncoded = (value: unknown): string =>
  [...Buffer.from(textOf(value), 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w~-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** An empty or dot segment would be another path. */
const segmentOf = (value: unknown) =>
  percentEncoded(value)
    .replace(/^(|\.{1,2})$/, '%20')
    .slice(0, 6_000)
    .replace(/%.?$/, '');

/** Header values that Node sends: everything else is refused before it leaves. */
const headerOf = (value: unknown) =>
  textOf(value)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 6_000);

/** The call as it goes over the wire. */
export function callOf({ operationId, method, template, inPath, inQuery, headers, body }: Draft, choose: Choose): Call {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(resolved(inPath[name], choose)));
  const query = Object.entries(inQuery)
    .map(([name, value]) => `${name}=${percentEncoded(resolved(value, choose))}`)
    .join('&')
    .slice(0, 7_000)
    .replace(/%.?$/, '');
  const { content, type } = body((value) => resolved(value, choose));
  return {
    operationId,
    method,
    path: query ? `${path}?${query}` : path,
    headers: {
      ...(type && { 'content-type': type }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), headerOf(resolved(value, choose))]),
      ),
    },
    body: method === 'HEAD' ? undefined : content,
  };
}
