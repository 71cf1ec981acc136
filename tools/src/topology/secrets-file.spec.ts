import { createPublicKey } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformFileSync } from '@swc/core';
import type { Secrets } from './secrets';
import { copyOf, loadSecrets } from './secrets-file';

let folder: string;
let file: string;
let made: Secrets;

const stored = () => readFileSync(file, 'utf8');
const store = (secrets: Partial<Secrets>) => writeFileSync(file, JSON.stringify(secrets));
const without = (...names: (keyof Secrets)[]) =>
  Object.fromEntries(Object.entries(made).filter(([name]) => !names.includes(name as keyof Secrets)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradepost-secrets-'));
  file = join(folder, 'secrets.json');
  made = loadSecrets(file);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a start that changes nothing writes nothing', () => {
  const before = [statSync(file), statSync(copyOf(file))];
  expect(loadSecrets(file)).toEqual(made);
  const after = [statSync(file), statSync(copyOf(file))];
  expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(before.map(({ ino, mtimeMs }) => [ino, mtimeMs]));
});

it('existing keys are not changed, and keys that an earlier version did not know are created once', () => {
  rmSync(copyOf(file));
  store({ ...without('totpKey', 'opaqueSetup', 'previous'), busPasswords: {} });
  const upgraded = loadSecrets(file);
  expect(upgraded).toMatchObject(without('totpKey', 'opaqueSetup', 'busPasswords'));
  expect(upgraded.totpKey.length).toBeGreaterThanOrEqual(32);
  expect(upgraded.opaqueSetup).toMatch(/^[\w-]{171}$/);
  expect(Object.keys(upgraded.busPasswords)).toEqual(Object.keys(made.busPasswords));
  expect(loadSecrets(file)).toEqual(upgraded);
  for (const path of [file, copyOf(file)]) {
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(upgraded);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

it.each([
  ['cut off', (whole: string) => whole.slice(0, whole.length / 2)],
  ['empty', () => ''],
  ['something else', () => '"text"'],
  ['a key that is null', (whole: string) => whole.replace(/"atRestKey": ".*?"/, '"atRestKey": null')],
  ['a key that changed', (whole: string) => whole.replace('"atRestKey": "', '"atRestKey": "x')],
  ['a key that is gone', (whole: string) => whole.replace(/"atRestKey": ".*?",/, '')],
  ['half a pair', (whole: string) => whole.replace(/"jwtPrivateKey": ".*?",/, '')],
])('a damaged file (%s) stops the start and names the copy, from which it can be restored', (_, damage) => {
  const whole = stored();
  writeFileSync(file, damage(whole));
  const broken = stored();
  expect(broken).not.toBe(whole);
  expect(() => loadSecrets(file)).toThrow(`cp ${copyOf(file)} ${file}`);
  expect(() => loadSecrets(file)).toThrow('no key was created');
  expect(stored()).toBe(broken);
  writeFileSync(file, readFileSync(copyOf(file)));
  expect(loadSecrets(file)).toEqual(made);
});

it('a file that is missing stops the start while there is a copy, or data', () => {
  rmSync(file);
  expect(() => loadSecrets(file)).toThrow(`cp ${copyOf(file)} ${file}`);
  rmSync(copyOf(file));
  mkdirSync(join(folder, 'objects'));
  expect(() => loadSecrets(file)).toThrow('docs/backup.md');
  expect(readdirSync(folder)).toEqual(['objects']);
});

it('a damaged copy is written again from the intact file, and is not offered for restoring', () => {
  writeFileSync(copyOf(file), '{');
  expect(loadSecrets(file)).toEqual(made);
  expect(JSON.parse(readFileSync(copyOf(file), 'utf8'))).toEqual(made);
  writeFileSync(copyOf(file), '{');
  writeFileSync(file, '{');
  expect(() => loadSecrets(file)).toThrow('docs/backup.md');
});

it('a rotated key gets a new value: its old value, or its public half, is under previous', () => {
  const publicKey = createPublicKey(made.auditSigningKey).export({ type: 'spki', format: 'pem' }).toString();
  store({
    ...without('auditSigningKey', 'atRestKey', 'jwtPrivateKey', 'jwtPublicKey'),
    previous: { AUDIT_SIGNING_KEY: publicKey, AT_REST_KEY: made.atRestKey, JWT_PUBLIC_KEY: made.jwtPublicKey },
  });
  const rotated = loadSecrets(file);
  expect(rotated.atRestKey).not.toBe(made.atRestKey);
  store({ ...rotated, previous: {} });
  expect(loadSecrets(file)).toEqual({ ...rotated, previous: {} });
});

it('a file that is written repeatedly is complete after every kill', async () => {
  const script = join(folder, 'write.cjs');
  const compiled = transformFileSync(join(__dirname, 'write-durably.ts'), {
    jsc: { parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  writeFileSync(
    script,
    `${compiled.code}
    const [file, text] = [process.argv[2], require('node:fs').readFileSync(process.argv[2], 'utf8')];
    for (let round = 0; ; round += 1) {
      exports.writeDurably(file, text);
      if (round === 0) process.stdout.write('writing');
    }`,
  );
  const secrets = JSON.stringify({ ...made, busPasswords: { filler: 'p'.repeat(2_000_000) } });
  writeFileSync(file, secrets);
  for (let kill = 0; kill < 25; kill += 1) {
    const writer = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(writer.stdout, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(stored() === secrets).toBe(true);
  }
  expect(readdirSync(folder).filter((name) => name.includes('.tmp')).length).toBeLessThanOrEqual(1);
});
