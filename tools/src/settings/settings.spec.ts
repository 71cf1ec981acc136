import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { render } from '../deploy/rendered';
import { secretFiles } from '../deploy/secret-files';
import { root } from '../topology/paths';
import { misspeltInEnvironment, faultsInContainer } from './names';
import { everySetting, fixedInContainers, isSecret, ofCompose, schemasOfApps } from './table';

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const documented = text('docs/configuration.md');
const compose = parse(text('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { env_file?: (string | { path: string })[]; environment?: Record<string, string> }>;
};
const apps = Object.entries(compose.services).filter(([name]) => name in schemasOfApps || name === 'worker-zip');
const files = Object.keys(secretFiles());
const filesOf = (folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`)).map((file) => `${file.split('/')[1]}_FILE`);

describe('the table of settings', () => {
  test('every setting is explained', () => {
    const isExplained = (name: string) =>
      documented.includes(`\`${name}\``) ||
      (name.startsWith('DATABASE_PASSWORD_') && documented.includes('`DATABASE_PASSWORD_<SCHEMA>`'));
    expect([...everySetting, ...ofCompose].filter((name) => !isExplained(name))).toEqual([]);
  });

  test('a documented default matches the code', () => {
    const rows = new Map(
      [...documented.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)].map(([, name, cell]) => [
        name as string,
        cell as string,
      ]),
    );
    const wrong = Object.values(schemasOfApps).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => {
        const { default: value } = field.describe() as { default?: unknown };
        const cell = rows.get(name);
        if (cell === undefined || !['number', 'boolean'].includes(typeof value) || name in byMachine) return [];
        return cell
          .replaceAll('`', '')
          .trim()
          .split(/[ ,;:(]/)[0] === shown(value)
          ? []
          : [`${name}: ${cell} instead of ${String(value)}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(rows.size).toBeGreaterThan(40);
  });

  test('compose gives every app every plain setting of `.env`, except fixed ones', () => {
    expect(apps).toHaveLength(9);
    for (const [, { env_file = [] }] of [...apps, ['migrate', compose.services.migrate!] as const])
      expect(env_file).toEqual(['./deploy/limits.env', { path: '.env', required: false }]);
    const fixed = new Set(apps.flatMap(([, { environment = {} }]) => Object.keys(environment)));
    const plain = [...fixed].filter(
      (name) => !name.endsWith('_FILE') && !text('docker-compose.yml').includes(`\${${name}`),
    );
    expect(plain.sort()).toEqual([...fixedInContainers].sort());
  });

  test('every secret is a file of `npm run secrets`, which compose and Kubernetes give to each app that reads it', () => {
    const made = new Set(files.map((file) => file.split('/')[1]));
    const secrets = everySetting.filter(isSecret).filter((name) => name !== 'DATABASE_PASSWORD_BULLMQ');
    expect(secrets.filter((name) => !made.has(name))).toEqual([]);
    const deployments = render('k8s/overlays/production').filter(({ kind }) => kind === 'Deployment');
    const shared = filesOf('shared');
    for (const [app, { environment = {} }] of apps) {
      const wanted = [...filesOf(app), ...shared].sort();
      const given = (names: string[]) => names.filter((name) => name.endsWith('_FILE')).sort();
      expect({ app, given: given(Object.keys(environment)) }).toEqual({ app, given: wanted });
      const pod = deployments.find(({ metadata }) => metadata.name === app)?.spec.template.spec;
      const env = (pod.containers[0].env as { name: string }[]).map(({ name }) => name);
      expect({ app, given: given(env) }).toEqual({ app, given: wanted });
    }
  });
});

const shown = (value: unknown) => (value === 10 * 1024 ** 3 ? '10' : String(value));

/** Chosen by the number of cores, or by NODE_ENV. */
const byMachine = { CALL_SLOTS: true, API_DOCS: true };

describe('a name that is no setting', () => {
  const given = (...names: string[]) => faultsInContainer(Object.fromEntries(names.map((name) => [name, 'x'])));

  test('is refused in a container, with the name that was probably meant', () => {
    expect(given('KYC_FOUR_EYE')).toEqual(['KYC_FOUR_EYE is not a setting; did you mean KYC_FOUR_EYES?']);
    expect(given('TRADEPOST_ORIGIN_OF_ALL')).toEqual(['TRADEPOST_ORIGIN_OF_ALL is not a setting']);
    expect(given('SIGNUP_PER_NETWORK')).toEqual([expect.stringContaining('did you mean SIGNUPS_PER_NETWORK?')]);
  });

  test('is refused where it would have no effect, or would show a secret to every app', () => {
    expect(given('PORT')).toEqual(['PORT is fixed in containers and has no effect here']);
    expect(given('AT_REST_KEY')).toEqual([expect.stringContaining('AT_REST_KEY is a secret')]);
    expect(given('SMTP_URL')).toEqual([expect.stringContaining('SMTP_URL is a secret')]);
  });

  test('is not a name that another program uses', () => {
    expect(
      given(
        ...[
          'PATH',
          'HOSTNAME',
          'NODE_ENV',
          'SSL_CERT_FILE',
          'HTTPS_PROXY',
          'KUBERNETES_SERVICE_HOST',
          'COMPOSE_PROFILES',
        ],
        ...[
          'POSTGRES_URL_FILE',
          'DATABASE_PASSWORD_KYC_FILE',
          'OTEL_TRACES_SAMPLER',
          'VERSION',
          'KYC_FOUR_EYES',
          'API_DOCS',
        ],
      ),
    ).toEqual([]);
    expect(misspeltInEnvironment({ ...process.env, SMTP_PORT: '1', INBOX_PORT: '1', APP_PORT: '1' })).toEqual([]);
    expect(misspeltInEnvironment({ KYC_FOR_EYES: 'true' })).toEqual([
      'KYC_FOR_EYES is not a setting; did you mean KYC_FOUR_EYES?',
    ]);
  });
});
