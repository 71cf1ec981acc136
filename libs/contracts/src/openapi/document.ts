import type { ErrorCode } from '../errors';
import { apiBase, routes, type Route } from '../routes';
import type { Example, Response } from './answers';
import { areas } from './areas';
import { sharedProblems } from './errors-of';
import type { JsonSchema } from './input-schema';
import { operationOf, type Operation } from './operation';

/** What is known of a command beside its input: read from types and docstrings by `npm run openapi`. */
export interface DescribedCommand {
  doc?: string;
  throws?: ErrorCode[];
  answer: JsonSchema;
}

export interface Described {
  /** Of the wire: what `libs/contracts/package.json` says. */
  version: string;
  /** By subject. */
  commands: Record<string, DescribedCommand>;
  /** Docstrings by name. */
  routes: Record<string, string>;
  schemas: Record<string, JsonSchema>;
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    examples?: Record<string, Example>;
    securitySchemes: Record<string, object>;
  };
}

const description = `The whole of the product's HTTP API.

- **As a person**: sign in (\`POST /auth/login\`, receivers \`POST /auth/reciver-login\`) and send the \`token\` of the answer as \`Authorization: Bearer …\`.
- **As a program**: make an API key on the profile (or \`POST /api-keys\`) and send it the same way, \`Authorization: Bearer tp_…\`. An operation that takes keys names the scope the key must have; the others take none.
- **Errors** are RFC 9457 problems: \`message\` is for people, \`code\` for programs.
- **Repeating**: a call that takes an \`Idempotency-Key\` may be repeated with the same key for 24 hours; the first answer is given again.
- **Values**: ids are opaque, times ISO-8601 in UTC, sizes bytes. Answers may gain fields: ignore those you do not know.

The examples tell one story: Ann of Acme Data delivers the folder Prices to Bob of Bright Retail, who asks for its file; Ann accepts. Names and ids in them are made up.`;

/** OpenAPI 3.1 of the routes. */
export function openApiDocument({ version, commands, routes: words, schemas }: Described): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(
      name,
      route,
      described(route, commands),
      words[name],
    );
  }
  const responses = sharedProblems(
    Object.values(paths)
      .flatMap((ofPath) => Object.values(ofPath))
      .flatMap((operation) => Object.values(operation.responses)),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Tradepost', version, description },
    servers: [{ url: apiBase }],
    tags: Object.values(areas).map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: reachable(schemas, [paths, responses]),
      responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The `token` that `POST /auth/login` answers, without the word Bearer. Who is signed in in this browser has it filled in already.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tp_…',
          description:
            'A key of a company, for programs: `tp_…`, as it was shown when it was made. Each operation it opens names the scope the key must have. Fill in the token or a key, not both: log out of the other first.',
        },
      },
    },
  };
}

/** Of two commands the first speaks to services alone: its words are not for callers. @throws Error for a command nobody described */
function described({ command, answeredBy }: Route, commands: Described['commands']): DescribedCommand {
  const [begun, ended] = [command, answeredBy ?? command].map(({ subject }) => commands[subject]);
  if (!begun || !ended) throw new Error(`${command.subject} is not described: run npm run openapi`);
  if (begun === ended) return begun;
  return { answer: ended.answer, throws: [...(begun.throws ?? []), ...(ended.throws ?? [])] };
}

const reference = /"#\/components\/schemas\/(\w+)"/g;

/** What services say only to each other stays out. */
function reachable(schemas: Described['schemas'], from: unknown): Record<string, JsonSchema> {
  const found = new Set<string>();
  const follow = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(reference)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow(from);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
