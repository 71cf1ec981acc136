import type { AnyObject, ObjectSchema, SchemaDescription, SchemaFieldDescription, SchemaObjectDescription } from 'yup';

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  [keyword: string]: unknown;
}

/** Metadata of a yup schema. */
interface Meta {
  /** The gateway sets the field; callers cannot. */
  setBy?: 'gateway';
  /** A single item is accepted instead of a list. */
  orOne?: boolean;
  /** Of the items of a list, where the list does not validate them. */
  items?: ObjectSchema<AnyObject>;
  description?: string;
}

const metaOf = (field: SchemaFieldDescription): Meta => ('meta' in field && field.meta ? (field.meta as Meta) : {});

/** The fields that a caller may send. */
export const fieldsOf = ({ fields }: SchemaObjectDescription): [string, SchemaFieldDescription][] =>
  Object.entries(fields).filter(([, field]) => metaOf(field).setBy === undefined);

export const isRequired = (field: SchemaFieldDescription): boolean =>
  'optional' in field && !field.optional && field.default === undefined;

/** Converts a described yup schema to JSON Schema, as far as JSON Schema can express its rules. */
export function inputSchema(field: SchemaFieldDescription): JsonSchema {
  if (!('tests' in field)) return {};
  const { orOne, description } = metaOf(field);
  const one = rulesOf(field);
  const { items } = one;
  const schema = orOne && items ? { anyOf: [one, items] } : one;
  return { ...schema, ...(description && { description }) };
}

function rulesOf(field: SchemaDescription): JsonSchema {
  const { type, nullable, oneOf, default: preset } = field;
  const named = typeOf(field);
  return {
    ...shapeOf(field),
    ...(named && { type: nullable ? [named, 'null'] : named }),
    ...Object.assign({}, ...field.tests.map((test) => keywordOf(type, test.name, test.params))),
    ...(oneOf.length > 0 && { enum: nullable ? [...oneOf, null] : oneOf }),
    ...(isPlain(preset) && { default: preset }),
  };
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

function typeOf({ type, tests, oneOf }: SchemaDescription): string | undefined {
  if (type === 'number') return tests.some(({ name }) => name === 'integer') ? 'integer' : 'number';
  if (type !== 'mixed') return type;
  return oneOf.length > 0 ? typeof oneOf[0] : undefined;
}

function shapeOf(field: SchemaDescription): JsonSchema {
  const { items } = metaOf(field);
  if (items) return { items: inputSchema(items.describe()) };
  if ('fields' in field) return objectSchema(fieldsOf(field as SchemaObjectDescription));
  if ('innerType' in field && field.innerType && !Array.isArray(field.innerType))
    return { items: inputSchema(field.innerType as SchemaFieldDescription) };
  return {};
}

/** An object schema of these fields, by wire name. */
export function objectSchema(fields: [string, SchemaFieldDescription][]): JsonSchema {
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, inputSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

const lengths: Record<string, { min: string; max: string }> = {
  string: { min: 'minLength', max: 'maxLength' },
  array: { min: 'minItems', max: 'maxItems' },
  number: { min: 'minimum', max: 'maximum' },
};

/** Converts a yup test to a keyword. Custom tests have no keyword; their error message documents them. */
function keywordOf(type: string, name: string | undefined, params: Record<string, unknown> | undefined): JsonSchema {
  const { regex } = (params ?? {}) as { regex?: RegExp };
  if ((name === 'min' || name === 'max') && lengths[type]) return { [lengths[type][name]]: params?.[name] };
  if (name === 'required') return { [type === 'array' ? 'minItems' : 'minLength']: 1 };
  if (name === 'time') return { format: 'date-time' };
  if (name === 'email') return { format: 'email' };
  return regex ? { pattern: regex.source } : {};
}
