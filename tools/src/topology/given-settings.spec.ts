import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@tradepost/contracts/limits/table';
import { documentedSettings, givenSettings } from './given-settings';
import { root } from './paths';

const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'tradepost-config-')), 'config');
  writeFileSync(path, text);
  return path;
};
const text = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');

it('takes every documented setting from the environment', () => {
  const documented = documentedSettings();
  expect(documented).toEqual(expect.arrayContaining(['ORIGIN', 'TRUST_PROXY', 'KYC_FOUR_EYES', 'CODES_PER_HOUR']));
  const env = Object.fromEntries(documented.map((name) => [name, `value of ${name}`]));
  expect(givenSettings(undefined, { ...env, UNRELATED: 'x' })).toEqual(env);
});

it('documents every setting that an app reads', () => {
  const configs = readdirSync(join(root, 'apps'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[\w-]+\/src\/config\.ts$/.test(path))
    .map((path) => readFileSync(join(root, 'apps', path), 'utf8'));
  const read = configs.flatMap((config) => [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name));
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it('documents every limit with its default', () => {
  for (const { setting, amount } of Object.values(limits)) {
    const shown = amount >= 1024 ** 2 ? `${amount / 1024 ** 2} MB` : String(amount);
    expect(text).toContain(`| \`${setting}\` | ${shown} |`);
  }
  const settings = Object.values(limits).map(({ setting }) => setting);
  expect(new Set(settings).size).toBe(settings.length);
});

it('prefers the environment to the file, and reads values from files that either names', () => {
  const config = file(
    `# limits\nSIGNUPS_PER_NETWORK=500\nCODES_PER_HOUR="7"\nORIGIN_FILE=${file('https://x.example\n')}\n`,
  );
  expect(givenSettings(config, { CODES_PER_HOUR: '9' })).toEqual({
    SIGNUPS_PER_NETWORK: '500',
    CODES_PER_HOUR: '9',
    ORIGIN: 'https://x.example',
  });
});

it.each(['SIGNUPS_OF_NETWORK=5', 'IDENTITY_DATABASE_URL=postgres://x', 'PATH=/tmp'])(
  'rejects a file with %s',
  (line) => expect(() => givenSettings(file(line), {})).toThrow(line.split('=')[0]),
);
