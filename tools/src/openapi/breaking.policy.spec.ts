import type { OpenApiDocument } from '@tradepost/openapi/document';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation } from '@tradepost/openapi/operation';
import { breakingChanges, maySayBreaking } from './breaking.policy';

const body = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 50 }, kind: { type: 'string', enum: ['a', 'b'] } },
  required: ['name'],
} satisfies JsonSchema;
const answer = {
  type: 'object',
  properties: { id: { type: 'string' }, size: { type: 'integer' }, kind: { enum: ['a', 'b'] } },
  required: ['id', 'size'],
} satisfies JsonSchema;
const operation = (changes: Partial<Operation> = {}) =>
  ({
    operationId: 'make',
    parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
    requestBody: taking(body),
    responses: answering(answer),
    ...changes,
  }) as Operation;
const taking = (schema: JsonSchema) => ({ required: true, content: { 'application/json': { schema } } });
const answering = (schema: JsonSchema) => ({
  200: { description: 'Done', content: { 'application/json': { schema } } },
});
const documentOf = (post: Operation | undefined, schemas: Record<string, JsonSchema> = {}) =>
  ({ paths: { '/things': post ? { post } : {} }, components: { schemas } }) as unknown as OpenApiDocument;
const changed = (is: Operation | undefined) => breakingChanges(documentOf(operation()), documentOf(is));
const withInput = (schema: JsonSchema) => changed(operation({ requestBody: taking({ ...body, ...schema }) }));
const withAnswer = (schema: JsonSchema) => changed(operation({ responses: answering({ ...answer, ...schema }) }));

it('finds nothing in an unchanged document, and nothing in additions', () => {
  expect(changed(operation())).toEqual([]);
  expect(breakingChanges(documentOf(undefined), documentOf(operation()))).toEqual([]);
  expect(
    withInput({
      properties: { ...body.properties, note: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b', 'c'] } },
    }),
  ).toEqual([]);
  expect(withInput({ required: [] })).toEqual([]);
  expect(withInput({ properties: { ...body.properties, name: { type: ['string', 'null'], maxLength: 90 } } })).toEqual(
    [],
  );
  expect(
    withAnswer({ properties: { ...answer.properties, more: { type: 'string' } }, required: ['id', 'size', 'more'] }),
  ).toEqual([]);
  expect(
    changed(
      operation({
        parameters: [...(operation().parameters ?? []), { name: 'page', in: 'query', schema: { type: 'integer' } }],
      }),
    ),
  ).toEqual([]);
});

it.each([
  ['an operation that is gone', () => changed(undefined), 'POST /things is gone'],
  ['a parameter that is gone', () => changed(operation({ parameters: [] })), 'POST /things no longer takes q'],
  [
    'a parameter that is now required',
    () => changed(operation({ parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }] })),
    'POST /things now requires q',
  ],
  [
    'a field of the input that is gone',
    () => withInput({ properties: { name: body.properties.name } }),
    'POST /things.kind is gone',
  ],
  [
    'a field of the input that is now required',
    () => withInput({ required: ['name', 'kind'] }),
    'POST /things now requires kind',
  ],
  [
    'an enum that is narrower',
    () => withInput({ properties: { ...body.properties, kind: { type: 'string', enum: ['a'] } } }),
    'POST /things.kind no longer takes b',
  ],
  [
    'an enum where there was none',
    () => withInput({ properties: { ...body.properties, name: { type: 'string', maxLength: 50, enum: ['x'] } } }),
    'POST /things.name no longer takes some values',
  ],
  [
    'a tighter rule',
    () => withInput({ properties: { ...body.properties, name: { type: 'string', maxLength: 10 } } }),
    'POST /things.name: maxLength is now 10',
  ],
  [
    'an input of another type',
    () => withInput({ properties: { ...body.properties, name: { type: 'integer' } } }),
    'POST /things.name: string became integer',
  ],
  [
    'a field of the answer that is gone',
    () => withAnswer({ properties: { id: answer.properties.id, kind: answer.properties.kind }, required: ['id'] }),
    'POST /things 200.size is gone',
  ],
  [
    'a field of the answer that may be missing',
    () => withAnswer({ required: ['id'] }),
    'POST /things 200.size may now be missing',
  ],
  [
    'an answer that may be null',
    () => withAnswer({ properties: { ...answer.properties, id: { type: ['string', 'null'] } } }),
    'POST /things 200.id: string became string|null',
  ],
  [
    'another status',
    () => changed(operation({ responses: { 201: answering(answer)[200] } })),
    'POST /things no longer answers 200',
  ],
  [
    'a public call that asks for a token',
    () => breakingChanges(documentOf(operation({ security: [] })), documentOf(operation())),
    'POST /things now asks for a token',
  ],
])('finds %s', (_what, found, line) => {
  expect(found()).toEqual([line]);
});

it('follows named schemas, including recursive ones', () => {
  const named = operation({ responses: answering({ type: 'array', items: { $ref: '#/components/schemas/Tree' } }) });
  const tree = (name: string): Record<string, JsonSchema> => ({
    Tree: { type: 'object', properties: { [name]: { type: 'string' }, branch: { $ref: '#/components/schemas/Tree' } } },
  });
  expect(breakingChanges(documentOf(named, tree('leaf')), documentOf(named, tree('leaf')))).toEqual([]);
  expect(breakingChanges(documentOf(named, tree('leaf')), documentOf(named, tree('fruit')))).toEqual([
    'POST /things 200[].leaf is gone',
  ]);
});

it.each([
  ['0.1.0', '0.2.0', true],
  ['0.1.0', '0.1.9', false],
  ['0.1.0', '0.1.0', false],
  ['0.9.0', '1.0.0', true],
  ['1.2.0', '1.3.0', false],
])('from %s to %s may break: %s', (before, after, may) => {
  expect(maySayBreaking(before, after)).toBe(may);
});
