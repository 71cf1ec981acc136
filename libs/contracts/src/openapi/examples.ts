import type { ErrorCode, Problem } from '../errors';
import type { MediaType, Response } from './answers';
import type { OpenApiDocument } from './document';
import type { JsonSchema } from './input-schema';
import type { Operation, Parameter } from './operation';

export interface OperationExamples {
  /** By name. */
  parameters?: Record<string, unknown>;
  /** Of the body: JSON, or the parts of a form. */
  request?: Record<string, unknown>;
  /** By status. */
  answers?: Record<string, unknown>;
  /** What the rules of this call say to an input that breaks one. */
  invalid?: Problem;
}

/** Made by `npm run openapi`. */
export interface Examples {
  operations: Record<string, OperationExamples>;
  problems: Partial<Record<ErrorCode, Problem>>;
}

const problemType = 'application/problem+json';
const exampleOf = (code: string) => ({ $ref: `#/components/examples/${code}` });

/** The document with an example of each call, answer and error; errors have theirs once. */
export function withExamples(document: OpenApiDocument, { operations, problems }: Examples): OpenApiDocument {
  const { paths, components } = document;
  const shown = (response: Response): Response =>
    response.content?.[problemType]
      ? withContent(response, problemType, {
          examples: Object.fromEntries(codesOf(response).map((code) => [code, exampleOf(code)])),
        })
      : response;
  const responses = Object.fromEntries(
    Object.entries(components.responses).map(([name, response]) => [name, shown(response)]),
  );
  const ofOperation = (operation: Operation) =>
    exemplified(operation, operations[operation.operationId] ?? {}, responses);
  const exemplifiedPaths = Object.fromEntries(
    Object.entries(paths).map(([path, ofPath]) => [
      path,
      Object.fromEntries(Object.entries(ofPath).map(([method, operation]) => [method, ofOperation(operation)])),
    ]),
  );
  const text = JSON.stringify([exemplifiedPaths, responses]);
  const needed = Object.entries(problems).filter(([code]) => text.includes(`"${exampleOf(code).$ref}"`));
  return {
    ...document,
    paths: exemplifiedPaths,
    components: {
      ...components,
      responses: Object.fromEntries(
        Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
      ),
      examples: Object.fromEntries(
        needed.map(([code, value]) => [code, { summary: `${code}: ${value.message}`, value }]),
      ),
    },
  };
}

const codesOf = ({ content }: Response) =>
  (content?.[problemType]?.schema.allOf?.[1]?.properties?.code?.enum ?? []) as ErrorCode[];

const withContent = (response: Response, type: string, more: Partial<MediaType>): Response => ({
  ...response,
  content: { ...response.content, [type]: { schema: {}, ...response.content?.[type], ...more } },
});

function exemplified(
  operation: Operation,
  { parameters = {}, request, answers = {}, invalid }: OperationExamples,
  shared: OpenApiDocument['components']['responses'],
): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Response] => {
    if (status in answers) return [status, withContent(response, 'application/json', { example: answers[status] })];
    return [status, invalid && status === '400' ? withInvalid(response, invalid, shared) : response];
  });
  return {
    ...operation,
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) => withExample(parameter, parameters[parameter.name])),
    }),
    ...(operation.requestBody &&
      request && {
        requestBody: {
          ...operation.requestBody,
          content: Object.fromEntries(
            Object.entries(operation.requestBody.content).map(([type, { schema }]) => [
              type,
              requestBody(type, schema, request),
            ]),
          ),
        },
      }),
    responses: Object.fromEntries(responses),
  };
}

/** What may be left out is shown, but not filled in for whoever tries the call. */
function withExample(parameter: Parameter, example: unknown): Parameter {
  return parameter.required
    ? { ...parameter, example }
    : { ...parameter, schema: { ...parameter.schema, examples: [example] } };
}

/** The parts of a form have their examples beside them, too: from there a page fills them in. */
function requestBody(type: string, schema: JsonSchema, example: Record<string, unknown>): MediaType {
  if (type === 'application/json') return { schema, example };
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    name in example && part.format !== 'binary' ? { ...part, examples: [example[name]] } : part,
  ]);
  return { schema: { ...schema, properties: Object.fromEntries(properties) as Record<string, JsonSchema> }, example };
}

/** Its own words for INVALID; the rest is as everywhere. */
function withInvalid(
  { $ref = '' }: Response,
  invalid: Problem,
  shared: OpenApiDocument['components']['responses'],
): Response {
  const found = shared[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
  const value = { summary: `INVALID: ${invalid.message}`, value: invalid };
  return withContent(found, problemType, { examples: { ...found.content?.[problemType]?.examples, INVALID: value } });
}
