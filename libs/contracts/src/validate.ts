import { ValidationError, type InferType } from 'yup';
import type { InputSchema } from './define';
import { AppError } from './errors';

/**
 * The one validation both sides use: known fields of the right type, unknown ones dropped.
 * @throws AppError `INVALID` with every failing field; its message is the first failing rule's.
 */
export async function validate<S extends InputSchema>(schema: S, value: unknown): Promise<InferType<S>> {
  try {
    return await schema.validate(value ?? {}, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    const errors = failures.map(({ path, message }) => ({ field: path ?? '', message }));
    throw new AppError('INVALID', { message: errors[0]?.message, errors });
  }
}
