import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apps } from './catalogue';
import { loadSecrets } from './secrets';
import { settingsOf } from './settings';

const file = () => join(mkdtempSync(join(tmpdir(), 'tradepost-secrets-')), 'secrets.json');
const servers = { postgres: 'postgres://postgres@localhost/postgres', queue: '', objectStore: '', smtp: '' };
const face = { origin: '', port: 8080, webRoot: '' };

it('keys stay what they are, and those an earlier version did not know are made once', () => {
  const path = file();
  const { totpKey: _unknown, opaqueSetup: _new, previous: _unknownToo, ...known } = loadSecrets(path);
  writeFileSync(path, JSON.stringify(known));
  const upgraded = loadSecrets(path);
  expect(upgraded).toMatchObject(known);
  expect(upgraded.totpKey.length).toBeGreaterThanOrEqual(32);
  expect(upgraded.opaqueSetup).toMatch(/^[\w-]{171}$/);
  expect(loadSecrets(path)).toEqual(upgraded);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(upgraded);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a previous key goes to those apps alone that hold the present one', () => {
  const path = file();
  writeFileSync(path, JSON.stringify({ previous: { CODE_PEPPER: 'the old pepper', ACTOR_PUBLIC_KEY: 'the old key' } }));
  const secrets = loadSecrets(path);
  const holders = (setting: string) =>
    apps.filter((app) => setting in settingsOf(app, servers, face, secrets)).map(({ bus }) => bus);
  expect(holders('CODE_PEPPER_PREVIOUS')).toEqual(['identity', 'requests']);
  expect(holders('ACTOR_PUBLIC_KEY_PREVIOUS')).toEqual(apps.map(({ bus }) => bus));
  expect(holders('JWT_PUBLIC_KEY_PREVIOUS')).toEqual([]);
});
