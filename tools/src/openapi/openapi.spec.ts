import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentDocument } from '@tradepost/openapi/current';
import { routes, type Route } from '@tradepost/contracts/routes';
import { root } from '../topology/paths';
import { breakingChanges, maySayBreaking } from './breaking.policy';
import { describeContracts, describedFile } from './described';
import { asText, publishedFile, readPublished } from './published';

const document = currentDocument();
const outdated = 'Run npm run openapi';

it('matches the current contracts', () => {
  expect(asText(describeContracts()) === readFileSync(describedFile, 'utf8') || outdated).toBe(true);
});

it('is valid OpenAPI 3.1', () => {
  expect(readPublished().openapi).toMatch(/^3\.1\./);
  const validator = join(root, 'node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
  expect(JSON.parse(execFileSync(process.execPath, [validator, publishedFile], { encoding: 'utf8' }))).toEqual({
    valid: true,
  });
});

it('has every route exactly once, by its name', () => {
  const found = Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  );
  const wanted = Object.entries<Route>(routes).map(
    ([name, { method, path }]) => `${name}: ${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(found.sort()).toEqual(wanted.sort());
});

it('breaks no published call, unless the version allows it', () => {
  const published = readPublished();
  const broken = maySayBreaking(published.info.version, document.info.version)
    ? []
    : breakingChanges(published, document);
  expect({
    broken,
    hint: 'libs/contracts/package.json needs a higher minor version, then npm run openapi',
  }).toMatchObject({ broken: [] });
});

it('matches the published document', () => {
  expect(asText(document) === readFileSync(publishedFile, 'utf8') || outdated).toBe(true);
});

it('has no field that only the gateway sets or the route fixes', () => {
  const text = JSON.stringify(document.paths);
  for (const name of [
    '"binding"',
    '"objectKey":{"type"',
    '"expectedBytes"',
    '"portal"',
    '"userType":{"type":"string","minLength"',
  ])
    expect(text).not.toContain(name);
});
