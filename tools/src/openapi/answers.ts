import type { Response as Described } from '@tradepost/openapi/answers';
import { currentDocument } from '@tradepost/openapi/current';
import type { OpenApiDocument } from '@tradepost/openapi/document';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation } from '@tradepost/openapi/operation';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

export interface Answer {
  method: string;
  /** With or without its query. */
  path: string;
  status: number;
  /** Without parameters; empty where there is no body. */
  mediaType: string;
  /** Of JSON. */
  body?: unknown;
}

const document = closed(currentDocument()) as OpenApiDocument;
const { schemas, responses } = document.components;
const base = document.servers[0]?.url ?? '';
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);

/** An answer may gain fields, but none that nobody wrote down. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  return inside.type === 'object' && inside.properties && inside.additionalProperties === undefined
    ? { ...inside, additionalProperties: false }
    : inside;
}

const patterns = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({
    path,
    pattern: new RegExp(`^${base}${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Not among the contract's routes: a stream, and what machines ask. */
const outside = /^\/api\/(events|health\/)/;

const validators = new Map<JsonSchema, ValidateFunction>();

/** References begin at the document's root. */
function validatorOf(schema: JsonSchema): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: { schemas } });
  validators.set(schema, validate);
  return validate;
}

/** What is wrong with an answer, by the published document; undefined when it fits. */
export function misfit({ method, path, status, mediaType, body }: Answer): string | undefined {
  const address = path.split('?', 1)[0] ?? '';
  if (!address.startsWith(`${base}/`) || outside.test(address) || method === 'OPTIONS') return undefined;
  const found = patterns.find(({ path: template, pattern }) => pattern.test(address) && operationAt(template, method));
  const what = `${method} ${found?.path ?? address} ${status}`;
  if (!found) return status < 400 ? `${what}: not in the document` : problemMisfit(what, body);
  const described = operationAt(found.path, method)?.responses[status];
  if (!described) return `${what}: no such status`;
  return contentMisfit(what, described, mediaType, body);
}

/** A GET may be asked with HEAD. */
const methodOf = (template: string, method: string) =>
  method === 'HEAD' && !document.paths[template]?.head ? 'get' : method.toLowerCase();
const operationAt = (template: string, method: string): Operation | undefined =>
  document.paths[template]?.[methodOf(template, method)];

function contentMisfit(what: string, described: Described, mediaType: string, body: unknown): string | undefined {
  const { content } = described.$ref
    ? (responses[described.$ref.slice(described.$ref.lastIndexOf('/') + 1)] ?? {})
    : described;
  if (!mediaType) return undefined;
  const ofType = content?.[mediaType] ?? content?.['*/*'];
  if (!ofType) return `${what}: ${mediaType} is not described`;
  return body === undefined ? undefined : faultsOf(what, ofType.schema, body);
}

const problemSchema = { $ref: '#/components/schemas/Problem' };
const problemMisfit = (what: string, body: unknown) =>
  body === undefined ? undefined : faultsOf(what, problemSchema, body);

function faultsOf(what: string, schema: JsonSchema, body: unknown): string | undefined {
  const validate = validatorOf(schema);
  if (validate(body)) return undefined;
  const faults = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return `${what}: ${faults?.join(', ')}`;
}
