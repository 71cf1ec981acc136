import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { number, object, string } from 'yup';
import { readConfig } from './config';

const schema = object({ KEY: string().min(8).required(), PORT: number().default(8080) });
let directory: string;
let file: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-config-'));
  file = join(directory, 'KEY');
  writeFileSync(file, '  a secret in a file\n');
});

afterAll(() => rmSync(directory, { recursive: true }));

test('a setting is read from the file in X_FILE, without surrounding white space', () => {
  expect(readConfig(schema, { KEY_FILE: file })).toEqual({ KEY: 'a secret in a file', PORT: 8080 });
});

test('a value has priority over its file', () => {
  expect(readConfig(schema, { KEY: 'given itself', KEY_FILE: file }).KEY).toBe('given itself');
});

test('a missing file stops the app and is named', () => {
  expect(() => readConfig(schema, { KEY_FILE: join(directory, 'other') })).toThrow(join(directory, 'other'));
});

test('a missing or wrong setting is named in one line, without its value', () => {
  writeFileSync(join(directory, 'short'), 'short');
  const complain = () => readConfig(schema, { KEY_FILE: join(directory, 'short'), PORT: 'eighty' });
  expect(complain).toThrow(
    /^Settings: (KEY \(not valid\), PORT|PORT \(not valid\), KEY) \(not valid\)\. See docs\/configuration\.md\.$/,
  );
  expect(() => readConfig(schema, {})).toThrow('Settings: KEY (missing). See docs/configuration.md.');
});
