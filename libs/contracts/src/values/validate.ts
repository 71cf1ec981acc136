import { ValidationError, type InferType } from 'yup';
import type { InputSchema } from '../define';
import { AppError } from '../errors';

/**
 * Validates and converts an input. Client and server use it. Unknown fields are dropped.
 * @throws AppError INVALID with every failing field; its message is that of the first failing rule
 */
export async function validate<S extends InputSchema>(schema: S, value: unknown): Promise<InferType<S>> {
  try {
    return await schema.validate(withoutInherited(value ?? {}), { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    const errors = failures.map(({ path, message }) => ({ field: path ?? '', message }));
    throw new AppError('INVALID', { message: errors[0]?.message, errors });
  }
}

const inheritedKeys = new Set(Object.getOwnPropertyNames(Object.prototype));
const maxDepth = 100;

/**
 * Removes keys like `constructor` and `__proto__`: every object inherits them, so a schema would treat them as its own fields.
 * @throws AppError INVALID when nested deeper than `maxDepth`
 */
function withoutInherited(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) throw new AppError('INVALID', { message: 'This is nested too deeply' });
  if (Array.isArray(value)) return value.map((item) => withoutInherited(item, depth + 1));
  const own = Object.entries(value).filter(([key]) => !inheritedKeys.has(key));
  return Object.fromEntries(own.map(([key, item]) => [key, withoutInherited(item, depth + 1)]));
}
