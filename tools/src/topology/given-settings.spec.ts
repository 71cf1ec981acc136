import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@tradepost/contracts/limits/table';
import { acceptedSettings, givenSettings } from './given-settings';
import { root } from './paths';

const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'tradepost-config-')), 'config');
  writeFileSync(path, text);
  return path;
};
const text = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');

it('takes every setting from the environment', () => {
  expect(acceptedSettings).toEqual(
    expect.arrayContaining(['ORIGIN', 'TRUST_PROXY', 'KYC_FOUR_EYES', 'CODES_PER_HOUR']),
  );
  const env = Object.fromEntries(acceptedSettings.map((name) => [name, `value of ${name}`]));
  expect(givenSettings(undefined, { ...env, UNRELATED: 'x' })).toEqual(env);
});

it('passes on the settings of OpenTelemetry', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x:4318', OTEL_TRACES_SAMPLER: 'always_on' };
  expect(givenSettings(undefined, env)).toEqual(env);
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

it.each([
  ['SIGNUPS_PER_NETWORKS=5', 'SIGNUPS_PER_NETWORKS is not a setting; did you mean SIGNUPS_PER_NETWORK?'],
  ['TRADEPOST_EYES=5', 'TRADEPOST_EYES is not a setting'],
  ['IDENTITY_DATABASE_URL=postgres://x', 'IDENTITY_DATABASE_URL cannot be set here'],
  ['PATH=/tmp', 'PATH is not a setting'],
])('rejects a file with %s', (line, reason) => expect(() => givenSettings(file(line), {})).toThrow(reason));

it('rejects an environment with a misspelt setting', () =>
  expect(() => givenSettings(undefined, { ACCOUNT_DELETION_DAY: '3' })).toThrow('did you mean ACCOUNT_DELETION_DAYS?'));
