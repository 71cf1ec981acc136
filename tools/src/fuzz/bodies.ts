import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation } from '@tradepost/openapi/operation';
import fc from 'fast-check';
import { fieldPart, filePart, formEnd, formType, type SentFile } from './forms';
import { objectsOf, type Mode } from './values';

interface SentBody {
  content: Buffer | undefined;
  type?: string;
}

/** Made when known values can be chosen. */
export type Body = (resolve: (value: unknown) => unknown) => SentBody;

const json = 'application/json';
const nothing: SentBody = { content: undefined };
const deep = `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;

/** What is no JSON object, or none that may be read. */
const oddBodies: fc.Arbitrary<Body> = fc
  .constantFrom<SentBody[]>(
    nothing,
    { content: Buffer.from(''), type: json },
    { content: Buffer.from('[]'), type: json },
    { content: Buffer.from('null'), type: json },
    { content: Buffer.from('"text"'), type: json },
    { content: Buffer.from('{"email":'), type: json },
    { content: Buffer.from('{"id":"\\ud800"}'), type: json },
    { content: Buffer.from('{"id":"\\u0000","__proto__":{"id":"1"}}'), type: json },
    { content: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), type: json },
    { content: Buffer.from('\ufeff{}'), type: json },
    { content: Buffer.from(deep), type: json },
    { content: Buffer.from(`{"id":1e${'9'.repeat(400)}}`), type: json },
    { content: Buffer.from('{}'), type: 'text/plain' },
    { content: Buffer.from('id=1'), type: 'application/x-www-form-urlencoded' },
    { content: Buffer.from('--b\r\n'), type: 'multipart/form-data; boundary=b' },
    { content: Buffer.from('--b--\r\n'), type: 'multipart/form-data; boundary=b' },
  )
  .map((body) => () => body);

const pdf = Buffer.from('%PDF-1.4\n%%EOF');
const csv = Buffer.from('id,value\n1,2\n');
const goodFiles: fc.Arbitrary<SentFile> = fc
  .tuple(fc.nat(), fc.boolean())
  .map(([n, isPdf]) => (isPdf ? { name: `${n}.pdf`, content: pdf } : { name: `${n}.csv`, content: csv }));
const oddFiles: fc.Arbitrary<SentFile> = fc.record({
  name: fc.constantFrom(
    'a.csv',
    'a.pdf',
    'a.exe',
    '../a.csv',
    'a',
    '.csv',
    '\u202evsc.a',
    `${'a'.repeat(300)}.csv`,
    'İ.csv',
  ),
  content: fc.constantFrom(
    csv,
    pdf,
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('MZ\u0090\u0000\u0003'),
    Buffer.from('<script>alert(1)</script>'),
    Buffer.alloc(0),
    Buffer.alloc(70_000, 0x20),
  ),
});
const filesOf = (mode: Mode) => (mode === 'valid' ? goodFiles : fc.oneof(goodFiles, oddFiles));

export function bodiesOf(operation: Operation, path: string, mode: Mode): fc.Arbitrary<Body> {
  const [type, described] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const own = type && described ? ownBodies(type, described.schema, operation, path, mode) : fc.constant(() => nothing);
  return mode === 'invalid' ? fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: oddBodies }) : own;
}

function ownBodies(
  type: string,
  schema: JsonSchema,
  { operationId, requestBody }: Operation,
  path: string,
  mode: Mode,
): fc.Arbitrary<Body> {
  const { example } = requestBody?.content[type] ?? {};
  if (type === json)
    return objectsOf(schema, { operationId, path, example }, mode).map((value) => (resolve) => ({
      content: Buffer.from(JSON.stringify(resolve(value))),
      type,
    }));
  if (type === 'multipart/form-data') return formsOf(schema, { operationId, path, example }, mode);
  return fc
    .tuple(filesOf(mode), mode === 'invalid' ? fc.constantFrom(type, 'text/plain') : fc.constant(type))
    .map(([{ content }, sent]) => () => ({ content, type: sent }));
}

function formsOf(
  { properties = {}, required = [] }: JsonSchema,
  place: { operationId: string; path: string; example: unknown },
  mode: Mode,
): fc.Arbitrary<Body> {
  const isFile = (name: string) => properties[name]?.format === 'binary';
  const [files, fields] = [
    Object.keys(properties).filter(isFile),
    Object.keys(properties).filter((name) => !isFile(name)),
  ];
  const only = (names: string[]) => ({
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    required: required.filter((name) => names.includes(name)),
  });
  const sentFiles = fc.record(Object.fromEntries(files.map((name) => [name, filesOf(mode)])), {
    requiredKeys: mode === 'invalid' ? [] : only(files).required,
  });
  const closing =
    mode === 'invalid' ? fc.constantFrom(formEnd, formEnd, Buffer.from(''), Buffer.from('--')) : fc.constant(formEnd);
  return fc.tuple(objectsOf(only(fields), place, mode), sentFiles, closing).map(([texts, parts, end]) => (resolve) => ({
    content: Buffer.concat([
      ...Object.entries(resolve(texts) as object).map(([name, value]) => fieldPart(name, value)),
      ...Object.entries(parts).map(([name, file]) => filePart(name, file)),
      end,
    ]),
    type: formType,
  }));
}
