import { ValidationError, type InferType } from 'yup';
import type { InputSchema } from './define';
import { AppError } from './errors';

/**
 * The one validation both sides use: known fields of the right type, unknown ones dropped.
 * @throws AppError `INVALID` with every failing field; its message is the first failing rule's.
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

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));
const deepest = 100;

/**
 * JSON may name `constructor` or `__proto__`, which every object has: a schema would take them for fields of its own.
 * @throws AppError INVALID for what is nested without end
 */
function withoutInherited(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new AppError('INVALID', { message: 'This is nested too deeply' });
  if (Array.isArray(value)) return value.map((item) => withoutInherited(item, depth + 1));
  const kept = Object.entries(value).filter(([key]) => !inherited.has(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutInherited(item, depth + 1)]));
}
