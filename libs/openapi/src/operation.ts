import type { SchemaFieldDescription } from 'yup';
import type { ErrorCode } from '@tradepost/contracts/errors';
import type { Route } from '@tradepost/contracts/routes';
import { sendsBody } from '@tradepost/contracts/values/wire';
import { answersOf, type Header, type MediaType, type Response } from './answers';
import { limitsOf, limitText, type BodyLimits } from './body-limits';
import { areaOf, callerDescriptions } from './areas';
import { errorsOf, problems, scimErrors } from './errors-of';
import { fieldsOf, inputSchema, isRequired, objectSchema, type JsonSchema } from './input-schema';

export interface Parameter extends Header {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  example?: unknown;
}

/** Answer type and docstring of a command, which `npm run openapi` reads from the source. */
export interface DescribedCommand {
  doc?: string;
  throws?: ErrorCode[];
  answer: JsonSchema;
}

export interface Operation extends BodyLimits {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
}

/** `signupReceiver` as "Signup receiver". */
const titleOf = (name: string) =>
  name
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

/** The OpenAPI operation of a route. */
export function operationOf(
  name: string,
  route: Route,
  { doc, throws = [], answer }: DescribedCommand,
  routeDoc?: string,
): Operation {
  const fields = callersFields(route);
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field);
  const rest = fields.filter(([field]) => !inPath.includes(field));
  const hasBody = sendsBody(route, rest.length);
  const parameters = [
    ...inPath.map((field): Parameter => ({
      name: field,
      in: 'path',
      required: true,
      schema: inputSchema(fieldNamed(route, field)),
    })),
    ...(hasBody || route.body === 'tus'
      ? []
      : rest.map(([field, rule]): Parameter => ({
          name: field,
          in: 'query',
          ...(isRequired(rule) && { required: true }),
          schema: inputSchema(rule),
        }))),
    ...headersOf(route),
  ];
  const limits = limitsOf(name, route);
  const requestBody = hasBody ? bodyOf(route, rest) : undefined;
  const errors = errorsOf(route, throws, fields.length > 0);
  return {
    operationId: name,
    summary: titleOf(name),
    description: [routeDoc, doc, ...rulesOf(route), limitText(limits)].filter(Boolean).join('\n\n'),
    tags: [areaOf(route)],
    ...(route.allow === 'public' && { security: [] }),
    ...(route.key && { security: [{ bearer: [] }, { apiKey: route.key === 'any' ? [] : [route.key] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    ...limits,
    responses: { ...answersOf(route, answer), ...(route.answer === 'scim' ? scimErrors(errors) : problems(errors)) },
  };
}

/** Input fields in wire spelling, without those that the route or the gateway sets. */
function callersFields({ command, wire = {}, fixed = {} }: Route): [string, SchemaFieldDescription][] {
  return fieldsOf(command.input.describe())
    .filter(([field]) => !(field in fixed))
    .map(([field, rule]) => [wire[field] ?? field, rule]);
}

function fieldNamed({ command, path }: Route, name: string): SchemaFieldDescription {
  const { fields } = command.input.describe();
  if (!fields[name]) throw new Error(`${path} has a path parameter that its command does not have`);
  return fields[name];
}

function rulesOf({ allow, kyc, key, self, wire = {} }: Route): string[] {
  const own = Object.keys(self ?? {}).map((field) => `\`${wire[field] ?? field}\``);
  return [
    `Callers: ${callerDescriptions[allow]}`,
    key ? (key === 'any' ? 'With any API key.' : `With an API key: scope \`${key}\`.`) : '',
    kyc ? 'Not available while the company’s registration is pending.' : '',
    own.length > 0 ? `Must identify the caller, or be absent: ${own.join(', ')}.` : '',
  ];
}

const header = (name: string, schema: JsonSchema, description: string, required = true): Parameter => ({
  name,
  in: 'header',
  ...(required && { required }),
  schema,
  description,
});

function headersOf({ body, method, idempotent }: Route): Parameter[] {
  const offset = { type: 'integer', minimum: 0 };
  return [
    ...(idempotent
      ? [
          header(
            'Idempotency-Key',
            { type: 'string', minLength: 1, maxLength: 200 },
            'A repeat with the same key returns the first answer and has no further effect.',
            false,
          ),
        ]
      : []),
    ...(body === 'tus' ? [header('Tus-Resumable', { type: 'string', const: '1.0.0' }, 'Protocol version.')] : []),
    ...(body === 'tus' && method === 'POST'
      ? [
          header('Upload-Length', offset, 'Bytes of the whole file.'),
          header(
            'Upload-Metadata',
            { type: 'string' },
            '`folderId`, `fileName` and terms: names and values in base64, separated by commas.',
          ),
        ]
      : []),
    ...(body === 'part'
      ? [
          header(
            'Content-Digest',
            { type: 'string' },
            'The SHA-256 of the body, in base64 between colons: `sha-256=:…:` (RFC 9530).',
          ),
        ]
      : []),
    ...(body === 'tus' && method === 'PATCH' ? [header('Upload-Offset', offset, 'Offset of these bytes.')] : []),
  ];
}

function bodyOf(
  { body = 'json', method, files = [] }: Route,
  fields: [string, SchemaFieldDescription][],
): Operation['requestBody'] {
  if (body === 'tus')
    return { required: method === 'PATCH', content: { 'application/offset+octet-stream': { schema: {} } } };
  if (body === 'part') return { required: true, content: { 'application/octet-stream': { schema: {} } } };
  const schema = objectSchema(fields);
  const required = schema.required !== undefined;
  if (body === 'json') return fields.length > 0 ? { required, content: { 'application/json': { schema } } } : undefined;
  const parts = Object.fromEntries(
    files.map((name) => [
      name,
      {
        type: 'string',
        format: 'binary',
        contentMediaType: 'application/octet-stream',
        description: 'Send it after the text fields.',
      },
    ]),
  );
  const single = files.length === 1 ? files : [];
  const needed = [...(schema.required ?? []), ...single];
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          ...schema,
          properties: { ...schema.properties, ...parts },
          ...(needed.length > 0 && { required: needed }),
        },
      },
    },
  };
}
