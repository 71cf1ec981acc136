import { readFileSync } from 'node:fs';
import { currentDocument } from '@tradepost/openapi/current';
import { openApiDocument, type Described, type OpenApiDocument } from '@tradepost/openapi/document';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation } from '@tradepost/openapi/operation';
import { AppError } from '@tradepost/contracts/errors';
import { routes, type Route } from '@tradepost/contracts/routes';
import { validate } from '@tradepost/contracts/values/validate';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { breakingChanges } from './breaking.policy';
import { describedFile } from './described';
import { commandInput, examplesOf } from './examples';
import { asText, examplesFile } from './published';
import { scenarioTime } from './samples/scenario';

/** An answer shows no field that nobody described. */
const closed = (_name: string, value: JsonSchema) =>
  value?.type === 'object' && value.properties && value.additionalProperties === undefined
    ? { ...value, additionalProperties: false }
    : value;
const published = currentDocument();
const document = JSON.parse(JSON.stringify(published), closed) as OpenApiDocument;
const { schemas, responses, examples = {} } = document.components;
const operations = Object.values(document.paths)
  .flatMap((ofPath) => Object.values(ofPath))
  .map((operation): [string, Operation] => [operation.operationId, operation]);
const bare = openApiDocument(JSON.parse(readFileSync(describedFile, 'utf8')) as Described);

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
const validators = new Map<string, ValidateFunction>();
const faultsOf = (schema: JsonSchema, value: unknown) => {
  const text = JSON.stringify(schema);
  const validator = validators.get(text) ?? ajv.compile({ ...schema, components: { schemas } });
  validators.set(text, validator);
  return validator(value) ? [] : validator.errors;
};
const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

beforeAll(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(scenarioTime));
});

it('match the current contracts', async () => {
  expect(asText(await examplesOf(bare)) === readFileSync(examplesFile, 'utf8') || 'Run npm run openapi').toBe(true);
});

it('do not break callers', () => {
  expect(breakingChanges(bare, published)).toEqual([]);
  expect(breakingChanges(published, bare)).toEqual([]);
});

describe.each(operations)('of %s', (name, { parameters = [], requestBody, responses: answers }) => {
  const route: Route = routes[name as keyof typeof routes];
  const exampleOf = ({ example, schema }: (typeof parameters)[number]) =>
    example ?? (schema.examples as unknown[] | undefined)?.[0];
  const [content] = Object.values(requestBody?.content ?? {});
  const isBytes = content !== undefined && content.schema.properties === undefined;

  it('show a valid call', async () => {
    for (const parameter of parameters)
      expect({ [parameter.name]: faultsOf(parameter.schema, exampleOf(parameter)) }).toEqual({ [parameter.name]: [] });
    if (content && !isBytes) expect(faultsOf(content.schema, content.example)).toEqual([]);
    if (route.body === 'tus') return;
    const fields = parameters
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) => [parameter.name, exampleOf(parameter)]);
    const input = commandInput(route, {
      parameters: Object.fromEntries(fields) as Record<string, unknown>,
      request: (content?.example ?? {}) as Record<string, unknown>,
    });
    await expect(validate(route.command.input, input)).resolves.toBeDefined();
  });

  it('show every answer in JSON', () => {
    const described = Object.entries(answers).flatMap(([status, response]) =>
      response.content?.['application/json'] ? [{ status, ...response.content['application/json'] }] : [],
    );
    for (const { status, schema, example } of described)
      expect({ [status]: faultsOf(schema, example) }).toEqual({ [status]: [] });
  });

  it('show every error with its code and message', () => {
    for (const [status, response] of Object.entries(answers).filter(([status]) => Number(status) >= 400)) {
      const { content: described } = response.$ref ? (responses[nameOf(response.$ref)] ?? {}) : response;
      // every error of SCIM has one shape
      if (described?.['application/scim+json']) continue;
      const { schema, examples: shown = {} } = described?.['application/problem+json'] ?? { schema: {} };
      expect(Object.keys(shown)).toEqual(schema.allOf?.[1]?.properties?.code?.enum);
      for (const [code, one] of Object.entries(shown)) {
        const value = (one.$ref ? examples[nameOf(one.$ref)]?.value : one.value) as Record<string, unknown>;
        expect(faultsOf({ $ref: '#/components/schemas/Problem' }, value)).toEqual([]);
        const { message } = new AppError(code as 'INVALID');
        expect(value).toMatchObject({
          code,
          status: Number(status),
          detail: value.message,
          ...(one.$ref && { message }),
        });
        if (one.value) expect(value.errors).not.toEqual([]);
      }
    }
  });
});

it('use the same people everywhere', () => {
  const text = JSON.stringify(document.paths);
  const addresses = new Set(text.match(/[a-z]+@[a-z.]+\.example/g));
  expect([...addresses].sort()).toEqual([
    'ann@acme.example',
    'billing@acme.example',
    'bob@bright.example',
    'olga@tradepost.example',
  ]);
});
