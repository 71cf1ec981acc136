import type { JsonSchema } from '@tradepost/openapi/input-schema';
import fc from 'fast-check';
import { kindOfField, partnerKind } from './kinds';

/** Stands for an id, name or address that the server knows; chosen when the call is made. */
export class KnownValue {
  constructor(
    readonly kind: string,
    readonly pick: number,
  ) {}
}

/** How far a call goes from what the document asks. */
export type Mode = 'valid' | 'boundary' | 'invalid';

/** Where a value is: the operation and the fields that lead to it. */
export interface Field {
  operationId: string;
  path: string;
  name: string;
  example?: unknown;
}

type Values = fc.Arbitrary<unknown>;

const base64url = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const loneSurrogate = '\ud800';

/** What no field asks for. */
const hostile: Values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0.5,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    { $ne: 1 },
    { toString: 1, length: -1 },
    JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
  ),
  fc.constantFrom(
    '',
    ' ',
    'a\u0000b',
    loneSurrogate,
    '\u202egpj.exe',
    '../../etc/passwd',
    "' OR 1=1 --",
    '%_\\',
    'a\r\nX-Injected: yes',
    'tradeİ.example',
    'x'.repeat(9_000),
    '𝕏'.repeat(600),
    '2026-02-30T25:61:00Z',
    '+275760-09-13T00:00:00.001Z',
    '-000001-01-01T00:00:00Z',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'Infinity',
    '=cmd|/c calc',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values for a field, as the mode asks. */
function valuesOf(schema: JsonSchema, field: Field, mode: Mode): Values {
  if (mode === 'valid') return validOf(schema, field, mode);
  const other = mode === 'boundary' ? boundaryOf(schema) : hostile;
  return fc.oneof({ weight: 3, arbitrary: validOf(schema, field, mode) }, { weight: 1, arbitrary: other });
}

/** An object with the required properties, and some of the others; in an invalid call one may be missing. */
export function objectsOf(
  { properties = {}, required = [] }: JsonSchema,
  field: Omit<Field, 'name'>,
  mode: Mode,
): fc.Arbitrary<Record<string, unknown>> {
  const examples = (field.example ?? {}) as Record<string, unknown>;
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      valuesOf(schema, { ...field, name, example: examples[name] }, mode),
    ]),
  );
  if (mode === 'invalid') return fc.record(values, { requiredKeys: [] });
  const some = fc.record(values, { requiredKeys: required });
  // optional fields often need each other
  const least = fc.record(Object.fromEntries(required.flatMap((name) => (values[name] ? [[name, values[name]]] : []))));
  return mode === 'valid' ? fc.oneof(some, least) : some;
}

const typesOf = ({ type }: JsonSchema) => (Array.isArray(type) ? type : [type]);

function validOf(schema: JsonSchema, field: Field, mode: Mode): Values {
  const { anyOf, const: only, enum: words, items, properties } = schema;
  if (only !== undefined) return fc.constant(only);
  if (words) return fc.constantFrom(...words);
  if (anyOf) return fc.oneof(...anyOf.map((each) => validOf(each, field, mode)));
  if (properties) return objectsOf(schema, field, mode);
  if (items) return listsOf(schema, items, field, mode);
  const [type] = typesOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return numbersOf(schema, field);
  if (type === 'object') return fc.constant({});
  return textsOf(schema, field);
}

function listsOf({ minItems = 0 }: JsonSchema, items: JsonSchema, field: Field, mode: Mode): Values {
  const [example] = Array.isArray(field.example) ? (field.example as unknown[]) : [];
  return fc.array(valuesOf(items, { ...field, example }, mode), {
    minLength: Number(minItems),
    maxLength: Number(minItems) + 2,
  });
}

function numbersOf({ minimum, maximum }: JsonSchema, { example, name }: Field): Values {
  const least = Number(minimum ?? 0);
  const small = fc.integer({ min: least, max: Math.min(Number(maximum ?? least + 100), least + 100) });
  const known = name === 'version' ? [fc.constant(1)] : [];
  return fc.oneof(small, ...known, ...(example === undefined ? [] : [fc.constant(example)]));
}

function textsOf(schema: JsonSchema, field: Field): Values {
  const kind = kindOfField(field) ?? (schema.format === 'email' ? partnerKind : undefined);
  if (kind) return fc.nat().map((pick) => new KnownValue(kind, pick));
  const made = madeText(schema);
  return field.example === undefined
    ? made
    : fc.oneof({ weight: 1, arbitrary: made }, { weight: 4, arbitrary: fc.constant(field.example) });
}

function madeText({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): Values {
  const [shortest, longest] = [Number(minLength), Math.min(Number(maxLength), Number(minLength) + 24)];
  if (format === 'date-time')
    return fc
      .integer({ min: -3_600_000, max: 90 * 86_400_000 })
      .map((fromNow) => new Date(Date.now() + fromNow).toISOString());
  if (format === 'email') return fc.emailAddress();
  if (pattern === undefined) return fc.string({ unit: 'grapheme', minLength: shortest, maxLength: longest });
  if (String(pattern).includes('A-Za-z0-9_-'))
    return fc.string({ unit: base64url, minLength: shortest, maxLength: longest });
  const fits = new RegExp(String(pattern));
  // stringMatching knows no assertions
  return String(pattern).includes('(?!')
    ? fc.string({ unit: 'grapheme', minLength: shortest, maxLength: longest }).filter((text) => fits.test(text))
    : fc.stringMatching(fits, { maxLength: Number(maxLength) });
}

function boundaryOf(schema: JsonSchema): Values {
  const { minLength, maxLength, minimum, maximum, items, maxItems } = schema;
  const [type] = typesOf(schema);
  if (type === 'integer' || type === 'number')
    return fc.constantFrom(
      ...[minimum ?? 0, maximum ?? 2 ** 53].flatMap((edge) => [Number(edge), Number(edge) - 1, Number(edge) + 1]),
      Number.MAX_SAFE_INTEGER,
      1e21,
      -0.1,
    );
  if (items) {
    const most = Number(maxItems ?? 100);
    return fc.constantFrom(0, most, most + 1).map((length) => Array.from({ length }, (_, n) => `item-${n}`));
  }
  if (type !== 'string') return hostile;
  const [shortest, longest] = [Number(minLength ?? 0), Math.min(Number(maxLength ?? 2_000), 20_000)];
  return fc.constantFrom(
    'a'.repeat(shortest),
    'a'.repeat(Math.max(0, shortest - 1)),
    'a'.repeat(longest),
    'a'.repeat(longest + 1),
    'é'.normalize('NFD').repeat(Math.ceil(longest / 2)),
    '𝕏'.repeat(Math.ceil(longest / 2)),
    ' a ',
    new Date(8.64e15).toISOString(),
    new Date(0).toISOString(),
  );
}
