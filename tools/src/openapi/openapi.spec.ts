import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentDocument } from '@tradepost/openapi/current';
import { routes, type Route } from '@tradepost/contracts/routes';
import { formLimits } from '@tradepost/contracts/routes/form-limits';
import { jsonBytesOf } from '@tradepost/contracts/routes/json-bytes';
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

describe('states how large a body may be, and that more is answered with 413', () => {
  const operations = Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({ what: `${method} ${path}`, method, operation })),
  );
  const sending = operations.filter(({ method }) => method !== 'get' && method !== 'head');
  const contentOf = ({ operation }: (typeof operations)[number]) => Object.keys(operation.requestBody?.content ?? {});
  const isForm = (one: (typeof operations)[number]) => contentOf(one).includes('multipart/form-data');
  const isStream = (one: (typeof operations)[number]) =>
    contentOf(one).some((type) => type.endsWith('octet-stream')) || one.operation.operationId === 'endUpload';

  it('of each call with JSON', () => {
    const json = sending.filter((one) => !isForm(one) && !isStream(one));
    expect(json.length).toBeGreaterThan(100);
    const byName = routes as Record<string, Route>;
    for (const { operation } of json) {
      const bytes = jsonBytesOf(byName[operation.operationId]!);
      expect(operation).toMatchObject({ 'x-max-body-bytes': bytes, responses: { 413: expect.anything() as unknown } });
      expect(operation.description).toContain(`at most ${bytes.toLocaleString('en')} bytes`);
    }
  });

  it('of each form: files, fields and, if the installation does not decide, the whole', () => {
    const forms = sending.filter(isForm);
    expect(forms.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(formLimits).sort());
    for (const { operation } of forms) {
      expect(operation).toMatchObject({
        'x-form-limits': { ...formLimits[operation.operationId as keyof typeof formLimits], maxFieldBytes: 65_536 },
        responses: { 413: expect.anything() as unknown },
      });
      expect(operation.description).toMatch(/Form: .*text fields together: at most 65,536 bytes/);
    }
    expect(forms.find(({ operation }) => operation.operationId === 'setLogo')?.operation['x-max-body-bytes']).toBe(
      (512 + 64 + 256 + 1) * 1024,
    );
  });

  it('of a form in place of JSON', () => {
    const urlencoded = operations.filter(({ operation }) => operation['x-max-urlencoded-bytes'] !== undefined);
    expect(urlencoded.map(({ operation }) => operation.operationId).sort()).toEqual(['ssoLogout', 'unsubscribe']);
  });
});
