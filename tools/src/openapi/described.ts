import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Described } from '@tradepost/openapi/document';
import type { DescribedCommand } from '@tradepost/openapi/operation';
import type { JsonSchema } from '@tradepost/openapi/input-schema';
import { routes as allRoutes, type Route } from '@tradepost/contracts/routes';
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';
import { root } from '../topology/paths';
import { contractsVersion } from './published';

/** The bodies of errors. No command has them. */
const errorSchemas = ['Problem', 'ScimError'];

const source = join(root, 'libs/contracts/src');
/** Commands that routes reach, or are answered by. */
const answering = new Set(
  Object.values<Route>(allRoutes).flatMap(({ command, answeredBy = command }) => [command.subject, answeredBy.subject]),
);

export const describedFile = join(root, 'libs/openapi/src/described.json');

/** Answers are typed, not validated, so their schemas are read from the types; words and errors from the docstrings. */
export function describeContracts(): Described {
  const files = readdirSync(source, { encoding: 'utf8', recursive: true })
    .filter((name) => /(^|\/)[a-z-]+\.ts$/.test(name))
    .sort()
    .map((name) => join(source, name));
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    types: [],
  });
  const config = {
    ...DEFAULT_CONFIG,
    jsDoc: 'extended' as const,
    additionalProperties: true,
    encodeRefs: false,
    expose: 'export' as const,
  };
  const generator = new SchemaGenerator(
    program as never,
    createParser(program as never, config),
    createFormatter(config),
    config,
  );
  const schemas: Record<string, JsonSchema> = {};
  const schemaOf = (type: ts.Node): JsonSchema => {
    const { $schema: _, definitions = {}, ...schema } = generator.createSchemaFromNodes([type as never]);
    for (const [name, definition] of Object.entries(definitions))
      if (!isUnnamed(name)) schemas[nameOf(name)] ??= renamed(definition) as JsonSchema;
    return renamed(definitions[unnamedRoot(schema)] ?? schema) as JsonSchema;
  };

  const commands: Record<string, DescribedCommand> = {};
  const routes: Record<string, string> = {};
  for (const file of files.map((name) => program.getSourceFile(name) as ts.SourceFile)) {
    visit(file, (node) => {
      if (ts.isInterfaceDeclaration(node) && errorSchemas.includes(node.name.text)) schemaOf(node);
      if (!ts.isPropertyAssignment(node) || !ts.isCallExpression(node.initializer)) return;
      const words = docOf(node);
      const command = declaredCommand(node.initializer);
      if (command && answering.has(command.subject))
        commands[command.subject] = { ...parseDocstring(words), answer: schemaOf(command.output) };
      else if (!command && file.fileName.includes('/contracts/src/routes/') && words)
        routes[node.name.getText()] = words;
    });
  }
  return { version: contractsVersion(), commands: sorted(commands), routes: sorted(routes), schemas: sorted(schemas) };
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** `command<Output>()('subject', …)`. */
function declaredCommand({
  expression,
  arguments: [subject],
}: ts.CallExpression): { subject: string; output: ts.TypeNode } | undefined {
  if (!ts.isCallExpression(expression) || !['command', 'internal'].includes(expression.expression.getText()))
    return undefined;
  const output = expression.typeArguments?.[0];
  return subject && ts.isStringLiteral(subject) && output ? { subject: subject.text, output } : undefined;
}

const docOf = (node: ts.Node): string =>
  (ts.getLeadingCommentRanges(node.getSourceFile().text, node.getFullStart()) ?? [])
    .map(({ pos, end }) => node.getSourceFile().text.slice(pos, end))
    .filter((comment) => comment.startsWith('/**'))
    .map((comment) =>
      comment
        .slice(3, -2)
        .replace(/^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .at(-1) ?? '';

/** What a docstring says, and the errors it names. */
function parseDocstring(words: string): Pick<DescribedCommand, 'doc' | 'throws'> {
  const [doc = '', ...throws] = words.split('@throws');
  const codes = throws.join(' ').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:RANGE|SUSPENDED|UNAVAILABLE)\b/g) ?? [];
  return { ...(doc.trim() && { doc: doc.trim() }), ...(codes.length > 0 && { throws: codes as never }) };
}

const prefix = '#/definitions/';
/** A type that is written out where it is used. */
const isUnnamed = (name: string) => name.startsWith('def-');
const unnamedRoot = ({ $ref = '' }: { $ref?: string }) =>
  $ref.startsWith(`${prefix}def-`) ? $ref.slice(prefix.length) : '';
const nameOf = (name: string) => name.replace(/[<,]/g, 'Of').replace(/[^\w]/g, '');

/** References as the document has them. */
function renamed(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(prefix) ? `#/components/schemas/${nameOf(value.slice(prefix.length))}` : value;
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item)]));
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
