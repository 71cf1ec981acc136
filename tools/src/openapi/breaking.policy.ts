import type { OpenApiDocument } from '@tradepost/openapi/document';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import type { Operation } from '@tradepost/openapi/operation';

type Schemas = Record<string, JsonSchema>;
/** Which way a value goes: callers give inputs and read answers. */
type Side = 'input' | 'answer';

/** What of the published document a caller could rely on, and can no longer: a line each. */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const compare = comparer(before.components.schemas, after.components.schemas);
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, was]) => {
      const is = after.paths[path]?.[method];
      const at = `${method.toUpperCase()} ${path}`;
      return is ? operationChanges(compare, at, was, is) : [`${at} is gone`];
    }),
  );
}

/** Whether a version may break an earlier one: below 1.0 a higher minor version may. */
export function maySayBreaking(before: string, after: string): boolean {
  const [[majorWas = 0, minorWas = 0], [majorIs = 0, minorIs = 0]] = [before, after].map((version) =>
    version.split('.').map(Number),
  ) as [number[], number[]];
  return majorIs > majorWas || (majorWas === 0 && majorIs === 0 && minorIs > minorWas);
}

type Compare = ReturnType<typeof comparer>;

function operationChanges(compare: Compare, at: string, was: Operation, is: Operation): string[] {
  const nowRequired = (is.parameters ?? []).filter(
    ({ required, name }) => required && !was.parameters?.some((one) => one.name === name && one.required),
  );
  const parameters = (was.parameters ?? []).flatMap((one) => {
    const same = is.parameters?.find(({ name, in: place }) => name === one.name && place === one.in);
    return same
      ? compare('input', `${at} ${one.name}`, one.schema, same.schema)
      : [`${at} no longer takes ${one.name}`];
  });
  return [
    ...(was.security && !is.security ? [`${at} now asks for a token`] : []),
    ...nowRequired.map(({ name }) => `${at} now requires ${name}`),
    ...parameters,
    ...bodyChanges(compare, at, was, is),
    ...answerChanges(compare, at, was, is),
  ];
}

function bodyChanges(compare: Compare, at: string, was: Operation, is: Operation): string[] {
  const content = Object.entries(was.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
    const same = is.requestBody?.content[type];
    return same ? compare('input', at, schema, same.schema) : [`${at} no longer takes ${type}`];
  });
  return is.requestBody?.required && !was.requestBody?.required ? [`${at} now requires a body`, ...content] : content;
}

/** Errors may come and go; what all went well with may not. */
function answerChanges(compare: Compare, at: string, was: Operation, is: Operation): string[] {
  return Object.entries(was.responses).flatMap(([status, { content = {} }]) => {
    if (Number(status) >= 400) return [];
    const same = is.responses[status];
    if (!same) return [`${at} no longer answers ${status}`];
    return Object.entries(content).flatMap(([type, { schema }]) => {
      const ofType = same.content?.[type];
      return ofType
        ? compare('answer', `${at} ${status}`, schema, ofType.schema)
        : [`${at} ${status} is no longer ${type}`];
    });
  });
}

/** Compares two schemas, each among the named ones of its document. */
function comparer(before: Schemas, after: Schemas) {
  const seen = new Set<string>();
  return function compare(side: Side, at: string, wasGiven: JsonSchema, isGiven: JsonSchema): string[] {
    const pair = `${side} ${wasGiven.$ref} ${isGiven.$ref}`;
    if (wasGiven.$ref && isGiven.$ref) {
      if (seen.has(pair)) return [];
      seen.add(pair);
    }
    const was = resolved(wasGiven, before);
    const is = resolved(isGiven, after);
    return [
      ...typeChanges(side, at, was, is),
      ...enumChanges(side, at, was, is),
      ...ruleChanges(side, at, was, is),
      ...propertyChanges(compare, side, at, was, is),
      ...(was.items && is.items ? compare(side, `${at}[]`, was.items, is.items) : []),
      ...variantChanges(compare, side, at, was, is),
    ];
  };
}

const resolved = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  schema.$ref ? resolved(schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}, schemas) : schema;
const listOf = (type: JsonSchema['type']) => (Array.isArray(type) ? type : type ? [type] : []);
const missing = <T>(from: T[], to: T[]) => to.filter((one) => !from.includes(one));

/** An input may take more, an answer may say less; an integer is a number. */
function typeChanges(side: Side, at: string, was: JsonSchema, is: JsonSchema): string[] {
  const [types, now] = [listOf(was.type), listOf(is.type)];
  const [wide, narrow] = side === 'input' ? [now, types] : [types, now];
  if (wide.length === 0) return [];
  const lost = missing(wide.includes('number') ? [...wide, 'integer'] : wide, narrow);
  return narrow.length === 0 || lost.length > 0
    ? [`${at}: ${types.join('|') || 'anything'} became ${now.join('|') || 'anything'}`]
    : [];
}

/** A value that is no longer taken breaks callers; so does one in an answer that they cannot know. */
function enumChanges(side: Side, at: string, was: JsonSchema, is: JsonSchema): string[] {
  const [values, now] = [valuesOf(was), valuesOf(is)];
  if (side === 'answer') return values && !now ? [`${at} may now be any value`] : [];
  if (!now) return [];
  const lost = values ? missing(now, values) : ['some values'];
  return lost.length > 0 ? [`${at} no longer takes ${lost.join(', ')}`] : [];
}

const valuesOf = ({ enum: values, const: only }: JsonSchema) => values ?? (only === undefined ? undefined : [only]);

const lowest = ['minimum', 'minLength', 'minItems'];
const highest = ['maximum', 'maxLength', 'maxItems'];
const forms = ['pattern', 'format'];

function ruleChanges(side: Side, at: string, was: JsonSchema, is: JsonSchema): string[] {
  if (side === 'answer') return [];
  const numberOf = (schema: JsonSchema, rule: string, otherwise: number) =>
    (schema[rule] as number | undefined) ?? otherwise;
  const tightened = [
    ...lowest.filter((rule) => numberOf(is, rule, -Infinity) > numberOf(was, rule, -Infinity)),
    ...highest.filter((rule) => numberOf(is, rule, Infinity) < numberOf(was, rule, Infinity)),
    ...forms.filter((rule) => is[rule] !== undefined && is[rule] !== was[rule]),
  ];
  return tightened.map((rule) => `${at}: ${rule} is now ${String(is[rule])}`);
}

function propertyChanges(compare: Compare, side: Side, at: string, was: JsonSchema, is: JsonSchema): string[] {
  const [fields, now] = [was.properties ?? {}, is.properties ?? {}];
  const [required, nowRequired] = [was.required ?? [], is.required ?? []];
  const gone = Object.keys(fields).filter((name) => !(name in now));
  return [
    ...gone.map((name) => `${at}.${name} is gone`),
    ...(side === 'input' ? missing(required, nowRequired).map((name) => `${at} now requires ${name}`) : []),
    ...(side === 'answer'
      ? missing(nowRequired, required)
          .filter((name) => !gone.includes(name))
          .map((name) => `${at}.${name} may now be missing`)
      : []),
    ...Object.entries(fields).flatMap(([name, schema]) =>
      now[name] ? compare(side, `${at}.${name}`, schema, now[name]) : [],
    ),
  ];
}

const variantsOf = ({ anyOf, oneOf, allOf }: JsonSchema) => anyOf ?? oneOf ?? allOf ?? [];

/** Variants are identified by their position. */
function variantChanges(compare: Compare, side: Side, at: string, was: JsonSchema, is: JsonSchema): string[] {
  const [variants, now] = [variantsOf(was), variantsOf(is)];
  const [wide, narrow] = side === 'input' ? [now, variants] : [variants, now];
  if (narrow.length > wide.length) return [`${at} ${side === 'input' ? 'takes fewer' : 'has more'} variants`];
  return variants.flatMap((variant, place) => (now[place] ? compare(side, at, variant, now[place]) : []));
}
