import type { Route } from '@tradepost/contracts/routes';
import { formBytesOf, formFieldBytes, formLimits, type FormLimit } from '@tradepost/contracts/routes/form-limits';
import { jsonBytesOf, takesUrlencoded, urlencodedBytes } from '@tradepost/contracts/routes/json-bytes';

/** Extensions of an operation that state how large its body may be. More is answered with 413. */
export interface BodyLimits {
  /** Bytes of the whole body: JSON, or a form. Absent for a form if the installation decides. */
  'x-max-body-bytes'?: number;
  /** Bytes of a URL-encoded form, where one is accepted instead of JSON. */
  'x-max-urlencoded-bytes'?: number;
  'x-form-limits'?: FormLimit & {
    /** Bytes of all text fields together, without `largeFields`. */
    maxFieldBytes: number;
  };
}

/** Bytes of uploads are limited by what was announced when the upload began. */
export function limitsOf(name: string, route: Route): BodyLimits {
  const { method, body = 'json' } = route;
  if (method === 'GET' || method === 'HEAD') return {};
  if (body === 'multipart') return limitsOfForm(formLimits[name as keyof typeof formLimits]);
  if (body !== 'json') return {};
  return {
    'x-max-body-bytes': jsonBytesOf(route),
    ...(takesUrlencoded(route) && { 'x-max-urlencoded-bytes': urlencodedBytes }),
  };
}

function limitsOfForm(form: FormLimit): BodyLimits {
  const bytes = formBytesOf(form);
  return {
    ...(Number.isFinite(bytes) && { 'x-max-body-bytes': bytes }),
    'x-form-limits': { ...form, maxFieldBytes: formFieldBytes },
  };
}

const sizeOf = (bytes: number) => `${bytes.toLocaleString('en')} bytes`;

/** The limits for people. */
export function limitText(limits: BodyLimits): string {
  const { 'x-max-body-bytes': bytes, 'x-max-urlencoded-bytes': urlencoded, 'x-form-limits': form } = limits;
  if (form) return textOfForm(form);
  if (bytes === undefined) return '';
  return `Body: at most ${sizeOf(bytes)}${urlencoded === undefined ? '' : `, as a form ${sizeOf(urlencoded)}`}.`;
}

function textOfForm({
  maxFiles,
  maxFileBytes,
  maxAllFileBytes,
  largeFields = {},
  maxFieldBytes,
}: NonNullable<BodyLimits['x-form-limits']>): string {
  const ofFile =
    maxFileBytes === undefined ? 'each as large as the installation allows' : `each at most ${sizeOf(maxFileBytes)}`;
  const together = maxAllFileBytes === undefined ? '' : `, together at most ${sizeOf(maxAllFileBytes)}`;
  const large = Object.entries(largeFields).map(([field, bytes]) => `\`${field}\`: at most ${sizeOf(bytes)}`);
  const fields = [
    ...large,
    `${large.length > 0 ? 'other ' : ''}text fields together: at most ${sizeOf(maxFieldBytes)}`,
  ];
  const files =
    maxFiles === 1 ? `1 file, ${ofFile.replace('each ', '')}` : `at most ${maxFiles} files, ${ofFile}${together}`;
  return `Form: ${files}; ${fields.join('; ')}.`;
}
