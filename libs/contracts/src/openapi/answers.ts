import type { Route } from '../routes';
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
  'Upload-Offset': { schema: { type: 'integer' }, description: 'Bytes that are kept.' },
};

/** What a route answers when all is well, by status. */
export function answersOf(route: Route, schema: JsonSchema): Record<string, Response> {
  const { status = 200, answer = 'json', body } = route;
  if (body === 'tus') return uploadAnswers(route, schema);
  if (answer === 'page')
    return { [status]: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } } };
  if (answer === 'json') return { [status]: { description: 'Done', content: json(schema) } };
  const whole = { [status]: { description: 'The bytes', content: anything } };
  return isStored(route)
    ? {
        ...whole,
        206: { description: 'The part of `Range`', content: anything },
        304: { description: 'The caller has it already' },
      }
    : whole;
}

/** Bytes that have an address of their own can be asked for in parts; what is put together while it is sent cannot. */
export const isStored = ({ answer, path }: Route): boolean => answer === 'bytes' && path.includes(':');

function uploadAnswers({ method }: Route, schema: JsonSchema): Record<string, Response> {
  const done = { description: 'The file is complete', content: json(schema) };
  switch (method) {
    case 'POST':
      return {
        201: {
          description: 'Opened; with the file, when it is complete already',
          headers: { Location: { schema: { type: 'string' }, description: 'Where its bytes go.' } },
          content: json(schema),
        },
      };
    case 'PATCH':
      return { 200: done, 204: { description: 'The bytes are kept', headers: offset } };
    case 'HEAD':
      return {
        200: {
          description: 'How far it has come',
          headers: {
            ...offset,
            'Upload-Length': { schema: { type: 'integer' }, description: 'Bytes of the whole file.' },
          },
        },
      };
    default:
      return { 204: { description: 'Given up' } };
  }
}
