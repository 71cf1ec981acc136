import { ValidationError, type InferType } from 'yup';
import type { InputSchema } from '../define';
import { AppError } from '../errors';
import { inheritedKeys } from './fields';

/**
 * Validates and converts an input. Client and server use it. Unknown fields are dropped.
 * @throws AppError INVALID with every failing field; its message is that of the first failing rule
 */
export async function validate<S extends InputSchema>(schema: S, value: unknown): Promise<InferType<S>> {
  try {
    return await schema.validate(knownFields(schema, value ?? {}), { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    const errors = failures.map(({ path, message }) => ({ field: path ?? '', message }));
    throw new AppError('INVALID', { message: errors[0]?.message, errors });
  }
}

const maxDepth = 100;

/**
 * Removes keys like `constructor` and `__proto__`: every object inherits them, so a schema would treat them as its own fields.
 * @throws AppError INVALID when nested deeper than `maxDepth`
 */
function withoutInherited(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) throw new AppError('INVALID', { message: 'This is nested too deeply' });
  if (Array.isArray(value)) return value.map((item) => withoutInherited(item, depth + 1));
  const own: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    if (!inheritedKeys.has(key)) own[key] = withoutInherited(item, depth + 1);
  return own;
}

/** The fields of an input that its schema has: a schema looks at each of the others too, however many there are. */
function knownFields(schema: InputSchema, value: unknown): unknown {
  // a schema with other spellings reads fields that it does not have
  if (typeof value !== 'object' || value === null || Array.isArray(value) || schema.transforms.length > 0)
    return withoutInherited(value);
  const known: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.fields)) {
    if (!Object.hasOwn(value, key)) continue;
    const given = (value as Record<string, unknown>)[key];
    known[key] = isText(field) ? withoutContent(given) : withoutInherited(given, 1);
  }
  return known;
}

const isText = (field: object | undefined) => field !== undefined && 'type' in field && field.type === 'string';

/** A text is none of these, whatever they contain. */
function withoutContent(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  return Array.isArray(given) ? [] : {};
}
