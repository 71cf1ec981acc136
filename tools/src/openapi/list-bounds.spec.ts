import { currentDocument } from '@tradepost/openapi/current';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import { listBounds } from './list-bounds';

const document = currentDocument();
const schemas = document.components.schemas as Record<string, JsonSchema>;
/** A page says how many there are, or where the next one begins. */
const isPage = ({ properties = {} }: JsonSchema) =>
  ['total', 'totalResults', 'next'].some((field) => field in properties);

/** The places of all lists that are no page: the schema or operation and the field. */
function listsIn(schema: JsonSchema, at: string, inPage: boolean, found: Set<string>): void {
  const { $ref, anyOf, items, properties } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1)!;
    return listsIn(schemas[name]!, name, false, found);
  }
  for (const one of anyOf ?? []) listsIn(one, at, inPage, found);
  if (items) {
    if (!inPage) found.add(at);
    listsIn(items, `${at}[]`, false, found);
  }
  for (const [field, one] of Object.entries(properties ?? {}))
    listsIn(one, `${at}.${field}`, isPage(schema) && one.items !== undefined && !isText(one.items), found);
}

/** `schemas` of SCIM, next to a page's resources. */
const isText = ({ type }: JsonSchema) => type === 'string';

function allLists(): Set<string> {
  const found = new Set<string>();
  for (const ofPath of Object.values(document.paths))
    for (const { operationId, responses } of Object.values(ofPath))
      for (const [status, { content = {} }] of Object.entries(responses))
        if (status.startsWith('2'))
          for (const { schema } of Object.values(content)) listsIn(schema, operationId, false, found);
  return found;
}

describe('lists in answers', () => {
  it('are pages, or have a stated bound', () => {
    expect([...allLists()].filter((list) => !(list in listBounds))).toEqual([]);
  });

  it('exist where a bound is stated', () => {
    const lists = allLists();
    expect(lists.size).toBeGreaterThan(80);
    expect(Object.keys(listBounds).filter((list) => !lists.has(list))).toEqual([]);
  });
});
