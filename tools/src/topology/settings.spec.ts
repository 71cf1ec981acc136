import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apps } from './catalogue';
import { loadSecrets } from './secrets-file';
import { settingsOf } from './settings';

const file = () => join(mkdtempSync(join(tmpdir(), 'tradepost-secrets-')), 'secrets.json');
const servers = { postgres: 'postgres://postgres@localhost/postgres', queue: '', objectStore: '', smtp: '' };
const face = { origin: '', port: 8080, webRoot: '' };

it('a previous key goes only to the apps that have the current one', () => {
  const path = file();
  writeFileSync(path, JSON.stringify({ previous: { CODE_PEPPER: 'the old pepper', ACTOR_PUBLIC_KEY: 'the old key' } }));
  const secrets = loadSecrets(path);
  const holders = (setting: string) =>
    apps.filter((app) => setting in settingsOf(app, servers, face, secrets)).map(({ bus }) => bus);
  expect(holders('CODE_PEPPER_PREVIOUS')).toEqual(['identity', 'requests']);
  expect(holders('ACTOR_PUBLIC_KEY_PREVIOUS')).toEqual(apps.map(({ bus }) => bus));
  expect(holders('JWT_PUBLIC_KEY_PREVIOUS')).toEqual([]);
});
