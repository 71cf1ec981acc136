import { readFileSync } from 'node:fs';
import { ValidationError, type AnyObject, type InferType, type ObjectSchema } from 'yup';

/** Name of yup tests with messages that state a rule and no secret: they are shown as they are. */
export const statesRule = 'states-rule';

/**
 * Reads a service's settings from the environment, once. A setting `X` may be given as `X_FILE`, the
 * path of a file that holds it; an empty one is as if it were absent. The error names settings, never the values of secrets.
 *
 * @throws Error with one line that lists what is missing or wrong
 */
export function readConfig<S extends ObjectSchema<AnyObject>>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
): Readonly<InferType<S>> {
  const given = Object.fromEntries(
    Object.keys(schema.fields).map((key) => {
      const file = env[`${key}_FILE`];
      return [key, env[key] || (file && readFileSync(file, 'utf8').trim()) || undefined];
    }),
  );
  try {
    return Object.freeze(schema.validateSync(given, { abortEarly: false, stripUnknown: true }));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const keys = [
      ...new Set(
        error.inner.map(({ path, type, message }) =>
          type === statesRule ? message : `${path} (${type === 'optionality' ? 'missing' : 'not valid'})`,
        ),
      ),
    ];
    throw new Error(`Settings: ${keys.join(', ')}. See docs/configuration.md.`);
  }
}
