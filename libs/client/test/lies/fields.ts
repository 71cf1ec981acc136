interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
}

/** The answers of all commands, as `libs/openapi/src/described.json` has them. */
export interface Described {
  commands: Record<string, { answer: Schema }>;
  schemas: Record<string, Schema>;
}

/** A place in an answer, like `files[].sealed.version`; `[]` alone is the list itself. */
export type Field = string;

/** All places of a command's answer, by the schema that the contracts' types give. */
export function fieldsOf(described: Described, { subject }: { subject: string }): Map<Field, { values: unknown[] }> {
  const found = new Map<Field, { values: unknown[] }>();
  const walk = ({ $ref, ...given }: Schema, at: string): void => {
    const schema = $ref ? described.schemas[$ref.split('/').at(-1)!]! : given;
    if ($ref) return walk(schema, at);
    if (schema.anyOf) {
      if (schema.anyOf.some(({ type }) => type === 'null')) found.set(at, { values: [] });
      return schema.anyOf.forEach((one) => walk(one, at));
    }
    if (schema.properties)
      return Object.entries(schema.properties).forEach(([name, one]) => walk(one, at ? `${at}.${name}` : name));
    if (schema.items) {
      found.set(`${at}[]`, { values: [] });
      // the values of a list of texts or numbers are lied about with the list
      return schema.items.type === undefined || schema.items.type === 'object'
        ? walk(schema.items, `${at}[]`)
        : undefined;
    }
    if (schema.type === 'null') return;
    found.set(at, { values: [...(found.get(at)?.values ?? []), ...(schema.enum ?? [])] });
  };
  walk(described.commands[subject]!.answer, '');
  return found;
}
