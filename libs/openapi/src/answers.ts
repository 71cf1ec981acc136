import type { Route } from '@tradepost/contracts/routes';
import type { JsonSchema } from './input-schema';

export interface Header {
  schema: JsonSchema;
  description?: string;
}

export interface Example {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

export interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, MediaType>;
}

const json = (schema: JsonSchema): Response['content'] => ({ 'application/json': { schema } });
const anything: Response['content'] = { '*/*': { schema: {} } };
const offset: Record<string, Header> = {
  'Upload-Offset': { schema: { type: 'integer' }, description: 'Bytes received so far.' },
};

const tag: Record<string, Header> = {
  ETag: { schema: { type: 'string' }, description: 'Send it as `If-None-Match`: an unchanged list answers 304.' },
};

/** The success responses of a route, by status. */
export function answersOf(route: Route, schema: JsonSchema): Record<string, Response> {
  const { status = 200, answer = 'json', body } = route;
  if (body === 'tus') return uploadAnswers(route, schema);
  if (answer === 'page')
    return { [status]: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } } };
  if (route.list)
    return {
      [status]: { description: 'Success', headers: tag, content: json(schema) },
      304: { description: 'Not modified' },
    };
  if (answer === 'scim') return scimAnswers(status, schema);
  if (answer === 'json') return { [status]: { description: 'Success', content: json(schema) } };
  const whole = { [status]: { description: 'The bytes', content: anything } };
  return isStored(route)
    ? {
        ...whole,
        206: { description: 'The requested `Range`', content: anything },
        304: { description: 'Not modified' },
      }
    : whole;
}

function scimAnswers(status: number, schema: JsonSchema): Record<string, Response> {
  if (status === 204) return { 204: { description: 'Deleted' } };
  const headers = status === 201 && {
    headers: { Location: { schema: { type: 'string' }, description: 'URL of the resource.' } },
  };
  return { [status]: { description: 'Success', ...headers, content: { 'application/scim+json': { schema } } } };
}

/** Whether a route serves stored bytes, which support `Range`. Bytes that are generated while they are sent do not. */
export const isStored = ({ answer, path }: Route): boolean => answer === 'bytes' && path.includes(':');

function uploadAnswers({ method }: Route, schema: JsonSchema): Record<string, Response> {
  const done = { description: 'The file is complete', content: json(schema) };
  switch (method) {
    case 'POST':
      return {
        201: {
          description: 'Created; contains the file if it is complete already',
          headers: { Location: { schema: { type: 'string' }, description: 'URL of the upload.' } },
          content: json(schema),
        },
      };
    case 'PATCH':
      return { 200: done, 204: { description: 'The bytes were received', headers: offset } };
    case 'HEAD':
      return {
        200: {
          description: 'The state of the upload',
          headers: {
            ...offset,
            'Upload-Length': { schema: { type: 'integer' }, description: 'Bytes of the whole file.' },
          },
        },
      };
    default:
      return { 204: { description: 'The upload was aborted' } };
  }
}
