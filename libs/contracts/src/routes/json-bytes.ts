import type { AnyObject, ObjectSchema, SchemaDescription, SchemaFieldDescription } from 'yup';
import { activityRoutes } from './activity';
import type { Route } from './route';
import { ssoRoutes } from './company/sso';

/** Bytes of a JSON body that every route accepts. */
export const usualJsonBytes = 64 * 1024;
/** Bytes that no route accepts more of. */
export const mostJsonBytes = 1024 ** 2;

/** Of one character that a rule counts: four may be given for it (NFC), of three bytes each; an escape like \u00e9 has six. */
const bytesOfCharacter = 12;
const bytesOfNumber = 24;
/** What a formatted document adds to each value: its indentation, a comma and a line break. */
const bytesAround = 24;

/** Of a URL-encoded form: a logout token has about 1 KB. */
export const urlencodedBytes = 20 * 1024;

const urlencodedPaths: string[] = [activityRoutes.unsubscribe, ssoRoutes.ssoLogout].map(({ path }) => path);

/** Mail programs post the one-click form (RFC 8058), identity providers logout tokens. */
export const takesUrlencoded = ({ method, path }: Pick<Route, 'method' | 'path'>): boolean =>
  method === 'POST' && urlencodedPaths.includes(path);

/**
 * Bytes of a JSON body that the route accepts at most: as many as its input may need, between the usual and the most. In the server, a limit of
 * the route replaces that of forms: routes that take forms have the usual one.
 */
export const jsonBytesOf = (route: Pick<Route, 'command' | 'method' | 'path'>): number =>
  takesUrlencoded(route)
    ? usualJsonBytes
    : Math.min(mostJsonBytes, Math.max(usualJsonBytes, bytesOf(route.command.input.describe() as SchemaDescription)));

/** Of the longest valid value; infinite if no rule bounds it. */
function bytesOf(field: SchemaFieldDescription): number {
  if (!('tests' in field)) return Infinity;
  if (field.oneOf.length > 0)
    return bytesAround + Math.max(...field.oneOf.map((value) => JSON.stringify(value ?? null).length));
  return bytesAround + contentOf(field);
}

function contentOf(field: SchemaDescription): number {
  switch (field.type) {
    case 'string':
      return mostOf(field) * bytesOfCharacter;
    case 'number':
    case 'boolean':
      return bytesOfNumber;
    case 'array':
      return mostOf(field) * bytesOf(itemsOf(field));
    case 'object':
      return 'fields' in field
        ? bytesOfFields(Object.entries(field.fields as Record<string, SchemaFieldDescription>))
        : Infinity;
    default:
      return Infinity;
  }
}

const bytesOfFields = (fields: [string, SchemaFieldDescription][]) =>
  fields.reduce((sum, [name, field]) => sum + name.length * bytesOfCharacter + bytesOf(field), 0);

/** The items of a list, also of one that its handler validates. */
function itemsOf(field: SchemaDescription): SchemaFieldDescription {
  const { items } = (field.meta ?? {}) as { items?: ObjectSchema<AnyObject> };
  if (items) return items.describe();
  return (field as SchemaDescription & { innerType?: SchemaFieldDescription }).innerType ?? { type: 'unknown' };
}

const mostOf = ({ tests }: SchemaDescription): number =>
  Number(tests.find(({ name }) => name === 'max')?.params?.max ?? Infinity);
