import { createHash } from 'node:crypto';
import { AppError, errorCodes, isErrorCode, type Problem } from '@tradepost/contracts/errors';
import type { OpenApiDocument } from '@tradepost/openapi/document';
import type { Examples, OperationExamples } from '@tradepost/openapi/examples';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation } from '@tradepost/openapi/operation';
import { routes, type Route } from '@tradepost/contracts/routes';
import { validate } from '@tradepost/contracts/values/validate';
import { problemOf } from '@tradepost/gateway/http/problem.filter';
import { inputOf } from '@tradepost/gateway/http/route.decorator';
import { answers, changed } from './samples/answers';
import { common } from './samples/fields';
import { inputs } from './samples/inputs';
import { leftOut, usual } from './samples/scenario';

/** An example of each call, answer and error of a document, made of the samples by the names of fields. @throws Error for a field that has none */
export async function examplesOf({ paths, components }: OpenApiDocument): Promise<Examples> {
  const operations: Examples['operations'] = {};
  for (const [path, ofPath] of Object.entries(paths)) {
    for (const operation of Object.values(ofPath)) {
      const made = { ...requestOf(path, operation), ...answerOf(operation, components.schemas) };
      const invalid = await invalidOf(operation, made);
      operations[operation.operationId] = { ...made, ...(invalid && { invalid }) };
    }
  }
  const requestId = String(answers['Problem.requestId']);
  return {
    operations,
    problems: Object.fromEntries(errorCodes.map((code) => [code, problemOf(new AppError(code), requestId)])),
  };
}

/** Where a value stands: the samples that may be meant by its name, nearest first. */
interface Place {
  samples: Record<string, unknown>;
  owners: string[];
  schemas: OpenApiDocument['components']['schemas'];
}

function sampleAt({ samples, owners, schemas }: Place, field: string, schema: JsonSchema): unknown {
  const own = owners.map((owner) => samples[`${owner}.${field}`]).find((sample) => sample !== undefined);
  if (own !== undefined) return own;
  const shared = samples[field] ?? common[field];
  return shared === undefined || !isFit(shared, resolved(schema, schemas)) ? usual : shared;
}

const typesOf = ({ type }: JsonSchema) => (Array.isArray(type) ? type : type ? [type] : []);
const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

const resolved = (schema: JsonSchema, schemas: Place['schemas']): JsonSchema =>
  schema.$ref ? resolved(schemas[nameOf(schema.$ref)] ?? {}, schemas) : schema;

/** A name can stand for a number here and for a list or another word there. */
function isFit(sample: unknown, schema: JsonSchema): boolean {
  if (schema.enum) return schema.enum.includes(sample);
  if (sample === leftOut || sample === null || schema.anyOf) return true;
  return (typeof sample === 'object') === typesOf(schema).some((type) => type === 'object' || type === 'array');
}

/** Money is text in answers and a number in inputs. */
function asTyped(sample: unknown, schema: JsonSchema): unknown {
  const types = typesOf(schema);
  return typeof sample === 'string' && types.some((type) => type === 'number' || type === 'integer')
    ? Number(sample)
    : sample;
}

function valueOf(schema: JsonSchema, place: Place): unknown {
  const { $ref, anyOf, const: only, enum: words, items, properties, pattern, minLength } = schema;
  const types = typesOf(schema);
  const { owners, schemas } = place;
  if ($ref) return valueOf(schemas[nameOf($ref)] ?? {}, { ...place, owners: [...owners, nameOf($ref)] });
  if (only !== undefined) return only;
  const [first] = anyOf ?? [];
  if (first) return valueOf(first, place);
  if (words) return words[0];
  if (items) return [valueOf(items, place)];
  if (properties) return objectOf(schema, place);
  if (types.includes('boolean')) return false;
  if (types.includes('null')) return null;
  if (types.includes('object')) return {};
  if (pattern?.toString().includes('A-Za-z0-9_-') && minLength)
    return createHash('sha512')
      .update(owners[0] ?? '')
      .digest('base64url')
      .repeat(4)
      .slice(0, Number(minLength));
  throw new Error(
    `${owners.join(', ')} needs a sample in tools/src/openapi/samples: in inputs.ts if callers send it, else in answers.ts; in fields.ts, by the name of the field alone, if it is the same everywhere`,
  );
}

function objectOf({ properties = {} }: JsonSchema, place: Place): Record<string, unknown> {
  const fields = Object.entries(properties).flatMap(([field, schema]) => {
    const sample = sampleAt(place, field, schema);
    if (sample === leftOut) return [];
    const value =
      sample === usual
        ? valueOf(schema, { ...place, owners: place.owners.map((owner) => `${owner}.${field}`) })
        : asTyped(sample, schema);
    return [[field, value]];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

function requestOf(
  path: string,
  { operationId, parameters = [], requestBody }: Operation,
): Pick<OperationExamples, 'parameters' | 'request'> {
  const place: Place = { samples: inputs, owners: [operationId], schemas: {} };
  const values = parameters.map(({ name, in: where, schema }): [string, unknown] => {
    const before = path.split('/').find((_, at, parts) => where === 'path' && parts[at + 1] === `{${name}}`);
    const sample = inputs[`${operationId}.${name}`] ?? inputs[`${before}/{${name}}`] ?? sampleAt(place, name, schema);
    return [
      name,
      sample === usual ? valueOf(schema, { ...place, owners: [`${operationId}.${name}`] }) : asTyped(sample, schema),
    ];
  });
  const [schema] = Object.values(requestBody?.content ?? {}).map((content) => content.schema);
  return {
    ...(values.length > 0 && { parameters: Object.fromEntries(values) }),
    ...(schema?.properties && { request: bodyOf(schema, place) }),
  };
}

/** Required fields, and the optional ones that the samples show. */
function bodyOf({ properties = {}, required = [] }: JsonSchema, place: Place): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([field]) => required.includes(field) || place.owners.some((owner) => `${owner}.${field}` in inputs),
  );
  return objectOf(
    { properties: Object.fromEntries(shown.map(([field, schema]) => [field, schema])) },
    { ...place, samples: asSaid(place.samples, place.owners) },
  );
}

/** `usual` asks for the sample by the field's name. */
const asSaid = (samples: Place['samples'], [owner = '']: string[]) =>
  Object.fromEntries(
    Object.entries(samples).filter(([name, sample]) => !(sample === usual && name.startsWith(`${owner}.`))),
  );

function answerOf(
  { operationId, responses }: Operation,
  schemas: Place['schemas'],
): Pick<OperationExamples, 'answers'> {
  const described = Object.entries(responses).flatMap(([status, { content }]): [string, JsonSchema][] =>
    content?.['application/json'] ? [[status, content['application/json'].schema]] : [],
  );
  if (described.length === 0) return {};
  const value = (schema: JsonSchema) =>
    answers[operationId] ??
    laidOver(valueOf(schema, { samples: answers, owners: [operationId], schemas }), changed[operationId] ?? {});
  return { answers: Object.fromEntries(described.map(([status, schema]) => [status, value(schema)])) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function laidOver(value: unknown, change: unknown): unknown {
  if (!isObject(change)) return change;
  if (Array.isArray(value)) return value.map((item) => laidOver(item, change));
  if (!isObject(value)) return change;
  return {
    ...value,
    ...Object.fromEntries(Object.entries(change).map(([field, under]) => [field, laidOver(value[field], under)])),
  };
}

/** An example as the service that owns the command is given it; what only the gateway sets is set. */
export function commandInput(
  route: Route,
  { parameters = {}, request = {} }: Pick<OperationExamples, 'parameters' | 'request'>,
): Record<string, unknown> {
  const inPath = new Set(route.path.match(/(?<=:)\w+/g));
  const split = (isPath: boolean) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => inPath.has(name) === isPath));
  return { ...inputOf(route, { query: split(false), body: request, params: split(true) }), ...byGateway };
}

const byGateway = {
  image: Buffer.from('PNG').toString('base64'),
  fileName: 'prices.csv',
  expectedBytes: 72,
  objectKey: 'stored',
  offset: 0,
  filename: 'tax-certificate.pdf',
  contentType: 'application/pdf',
  size: 72,
  sha256: '0'.repeat(64),
};

const tooLong = 'x'.repeat(20_000);
const mistakes = [undefined, tooLong, -1, 5, '', {}];

/** What the command really says to an input that is wrong in one place. */
async function invalidOf(
  { operationId, parameters = [], requestBody }: Operation,
  made: OperationExamples,
): Promise<Problem | undefined> {
  const route: Route = routes[operationId as keyof typeof routes];
  const [schema] = Object.values(requestBody?.content ?? {}).map((content) => content.schema);
  const fields = [
    ...Object.keys(schema?.properties ?? {}),
    ...parameters.filter((one) => one.in !== 'header').map(({ name }) => name),
  ];
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
  const elsewhere = fields.filter((field) => !inPath.has(field));
  // an address has something in every place of its path
  const tries = [
    ...mistakes.flatMap((mistake) => elsewhere.map((field) => ({ field, mistake }))),
    ...[...inPath].map((field) => ({ field, mistake: tooLong })),
  ];
  for (const { field, mistake } of tries) {
    const where = field in (made.parameters ?? {}) ? 'parameters' : 'request';
    const found = await refusalOf(
      route,
      commandInput(route, { ...made, [where]: { ...made[where], [field]: mistake } }),
    );
    if (found && isShort(found)) return problemOf(found, String(answers['Problem.requestId']));
  }
  return undefined;
}

/** Says one thing, and does not repeat what was sent. */
const isShort = ({ message, errors = [] }: AppError) => errors.length <= 2 && message.length <= 300;

async function refusalOf({ command }: Route, input: Record<string, unknown>): Promise<AppError | undefined> {
  try {
    await validate(command.input, input);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && isErrorCode(error.code)) return error;
    throw error;
  }
}
