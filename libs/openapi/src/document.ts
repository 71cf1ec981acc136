import { apiBase, routes, type Route } from '@tradepost/contracts/routes';
import type { Example, Response } from './answers';
import { areas } from './areas';
import { sharedProblems } from './errors-of';
import type { JsonSchema } from './input-schema';
import { operationOf, type DescribedCommand, type Operation } from './operation';

export interface Described {
  /** Version of the API: that of `libs/contracts/package.json`. */
  version: string;
  /** Commands by subject. */
  commands: Record<string, DescribedCommand>;
  /** Docstrings of routes by name. */
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

const description = `The complete HTTP API of Tradepost.

- **As a user**: sign in (\`POST /auth/login\`, receivers \`POST /auth/reciver-login\`) and send the \`token\` of the answer as \`Authorization: Bearer …\`.
- **As a program**: create an API key on the profile (or \`POST /api-keys\`) and send it the same way, \`Authorization: Bearer tp_…\`. An operation that accepts API keys names the required scope; the others do not accept them.
- **Errors** are RFC 9457 problems: \`message\` is for people, \`code\` for programs.
- **Retries**: repeat a call that accepts an \`Idempotency-Key\` with the same key within 24 hours to get the first answer again.
- **Sizes**: \`x-max-body-bytes\` of an operation is how large its body may be, \`x-form-limits\` what a form may consist of. More is answered with 413.
- **Values**: ids are opaque, times ISO-8601 in UTC, sizes bytes. Answers can get new fields: ignore fields that you do not know.

The examples belong together: Ann of Acme Data delivers the folder Prices to Bob of Bright Retail, Bob requests its file, and Ann accepts. All names and ids are fictitious.`;

/** OpenAPI 3.1 of the routes. */
export function openApiDocument({ version, commands, routes: routeDocs, schemas }: Described): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(
      name,
      route,
      described(route, commands),
      routeDocs[name],
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
            'The `token` from `POST /auth/login`, without the word Bearer. Filled in automatically if you are signed in with this browser.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tp_…',
          description:
            'An API key of a company (`tp_…`), as shown when it was created. Each operation names the required scope. Fill in either the token or a key: log out of the other first.',
        },
      },
    },
  };
}

/** The description of a route. If two commands do the work, the docstring of the first is for services only and is left out. @throws Error for a command without description */
function described({ command, answeredBy }: Route, commands: Described['commands']): DescribedCommand {
  const [first, last] = [command, answeredBy ?? command].map(({ subject }) => commands[subject]);
  if (!first || !last) throw new Error(`${command.subject} is not described: run npm run openapi`);
  if (first === last) return first;
  return { answer: last.answer, throws: [...(first.throws ?? []), ...(last.throws ?? [])] };
}

const reference = /"#\/components\/schemas\/(\w+)"/g;

/** The schemas that are reachable from the paths; internal ones are left out. */
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
