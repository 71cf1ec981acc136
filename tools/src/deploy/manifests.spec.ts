import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apps } from '../topology/catalogue';
import { root } from '../topology/paths';
import { chooses, connections, podsOf, type Pod } from './pods';
import { complaints, render, type Manifest } from './rendered';
import { secretFiles } from './secret-files';

const migrate = render('k8s/migrate');
const backup = render('k8s/backup');
const overlays = { 'single-node': render('k8s/overlays/single-node'), production: render('k8s/overlays/production') };
const rendered: [name: string, manifests: Manifest[]][] = [
  ...Object.entries(overlays),
  ['migrate', migrate],
  ['backup', backup],
  ['external-secrets', render('k8s/external-secrets')],
];
const each = Object.entries(overlays);

const named = (manifests: Manifest[], kind: string) =>
  manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
const sourceOf = (app: string) =>
  readdirSync(join(root, 'apps', app, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.spec)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, 'apps', app, 'src', file), 'utf8'))
    .join('\n');
const those = (fits: (folder: string) => boolean) => apps.map(({ folder }) => folder).filter(fits);
const withDatabase = those((folder) => existsSync(join(root, 'apps', folder, 'src/data-source.ts')));
const withQueue = those((folder) => sourceOf(folder).includes('@tradepost/contracts/jobs'));
const withObjects = those((folder) => sourceOf(folder).includes('objects/object-store'));

test.each(rendered)('%s: the API server would accept every object', (_name, manifests) => {
  expect(
    manifests.flatMap((manifest) => complaints(manifest).map((complaint) => `${manifest.metadata.name}: ${complaint}`)),
  ).toEqual([]);
});

test('wrong and misspelt fields are found', () => {
  const gateway = overlays.production.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway',
  ) as Manifest;
  const changed = (change: (container: any) => void) => {
    const copy = structuredClone(gateway);
    change(copy.spec.template.spec.containers[0]);
    return complaints(copy);
  };
  expect(changed((container) => (container.readnessProbe = container.readinessProbe))).toEqual([
    'Deployment.spec.template.spec.containers.0.readnessProbe is in no schema',
  ]);
  expect(changed((container) => (container.ports[0].containerPort = 'http'))).toEqual([
    expect.stringContaining('containerPort must be integer'),
  ]);
  expect(complaints({ ...gateway, kind: 'Deploiment' })).toEqual(['no schema of apps/v1 Deploiment']);
});

describe.each(each)('%s', (name, manifests) => {
  const pods = podsOf(manifests);
  const made = pods.filter((pod): pod is Pod => pod.spec !== undefined);

  test('every app has a Deployment and a budget, and is scaled or runs once', () => {
    const expected = [...apps.map(({ folder }) => folder), 'web'];
    expect(named(manifests, 'Deployment')).toEqual(expect.arrayContaining(expected));
    expect(named(manifests, 'PodDisruptionBudget')).toEqual(expect.arrayContaining(expected));
    const scaled = manifests
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
      .map(({ spec }) => spec.scaleTargetRef.name as string);
    expect(scaled.sort()).toEqual(name === 'production' ? apps.map(({ folder }) => folder).sort() : []);
  });

  test('every referenced object exists', () => {
    const services = manifests.filter(({ kind }) => kind === 'Service');
    const operator = { 'cnpg.io/cluster': 'postgres', 'cnpg.io/instanceRole': 'primary' };
    const aimless = services.filter(
      ({ spec }) =>
        ![...pods.map(({ labels }) => labels), operator].some((labels) =>
          chooses({ matchLabels: spec.selector }, labels),
        ),
    );
    expect(aimless).toEqual([]);
    const ingress = manifests.find(({ kind }) => kind === 'Ingress') as Manifest;
    expect(ingress.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/limit-rps': '100',
      'nginx.ingress.kubernetes.io/limit-connections': '500',
    });
    const backends = ingress.spec.rules.flatMap((rule: any) =>
      rule.http.paths.map((path: any) => path.backend.service.name),
    );
    expect(named(manifests, 'Service')).toEqual(expect.arrayContaining(backends));
    expect(named(manifests, 'Service')).toEqual(expect.arrayContaining(['postgres', 'nats', 'redis']));
    const mounted = made
      .flatMap(({ spec }) =>
        spec.volumes.flatMap((volume: any) => [
          volume.configMap?.optional ? undefined : volume.configMap?.name,
          ...(volume.projected?.sources ?? []).map((source: any) => source.configMap?.name),
        ]),
      )
      .filter(Boolean);
    expect(named(manifests, 'ConfigMap')).toEqual(expect.arrayContaining(mounted));
  });

  test('NATS reads deploy/nats.conf', () => {
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('nats-conf'),
    ) as Manifest;
    expect(map.data).toEqual({ 'nats.conf': readFileSync(join(root, 'deploy/nats.conf'), 'utf8') });
  });

  test('an app may connect to the servers it uses, and to nothing else', () => {
    const all = [...manifests, ...migrate, ...backup];
    const store =
      name === 'production' ? [] : [...withObjects, 'migrate', 'backup'].map((app) => `${app} → object-store:8333`);
    const expected = [
      ...apps.map(({ folder }) => `${folder} → nats:4222`),
      ...[...withDatabase, 'migrate', 'backup'].map((app) => `${app} → postgres:5432`),
      ...withQueue.map((app) => `${app} → redis:6379`),
      ...store,
    ];
    const ofApps = connections(all).filter((one) =>
      [...apps.map(({ folder }) => folder), 'web', 'migrate', 'backup'].some(
        (app) => one.startsWith(`${app} →`) || one.includes(`→ ${app}:`),
      ),
    );
    expect(ofApps).toEqual(expected.sort());
  });

  test('every open connection has a rule, and few rules lead outside', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(
      policies.some(
        ({ spec }) =>
          Object.keys(spec.podSelector).length === 0 && spec.policyTypes.length === 2 && !spec.ingress && !spec.egress,
      ),
    ).toBe(true);
    const outside = policies
      .filter(({ spec }) => JSON.stringify(spec.egress ?? []).includes('ipBlock'))
      .map(({ metadata }) => metadata.name);
    expect(outside.sort()).toEqual(
      name === 'production'
        ? ['postgres-cluster', 'to-dns', 'to-mail-server', 'to-object-store', 'to-webhooks']
        : ['to-dns', 'to-mail-server', 'to-webhooks'],
    );
    const entered = policies.filter(({ spec }) => JSON.stringify(spec.ingress ?? []).includes('ingress-nginx'));
    expect(
      entered
        .flatMap(({ spec }) => made.filter(({ labels }) => chooses(spec.podSelector, labels)))
        .map((pod) => pod.name)
        .sort(),
    ).toEqual(['gateway', 'web']);
  });
});

test('PostgreSQL has enough connections for every pod that autoscaling may start, also during an upgrade', () => {
  const pool = /poolSize = (\d+)/.exec(readFileSync(join(root, 'libs/service-kit/src/database/database.ts'), 'utf8'));
  const perPod = Number(pool?.[1]);
  const pods = overlays.production
    .filter(({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && withDatabase.includes(spec.scaleTargetRef.name))
    .map(({ spec }) => spec.maxReplicas + 1);
  expect(pods).toHaveLength(withDatabase.length);
  const cluster = overlays.production.find(({ kind }) => kind === 'Cluster') as Manifest;
  const ofToolsAndReserved = 20;
  expect(perPod * pods.reduce((sum, count) => sum + count, 0) + ofToolsAndReserved).toBeLessThanOrEqual(
    Number(cluster.spec.postgresql.parameters.max_connections),
  );
});

test('the users of deploy/nats.conf are the apps', () => {
  const users = [...readFileSync(join(root, 'deploy/nats.conf'), 'utf8').matchAll(/user: ([\w-]+),/g)].map(
    ([, user]) => user,
  );
  expect(users.sort()).toEqual(apps.map(({ bus }) => bus).sort());
});

const everyPod = [...each, ['migrate', migrate] as const, ['backup', backup] as const].flatMap(([name, manifests]) =>
  podsOf(manifests)
    .filter(({ spec }) => spec)
    .map((pod): [string, Pod] => [`${pod.name} (${name})`, pod]),
);

test.each(everyPod)('%s runs unprivileged, contained, with health checks and limits', (_name, { kind, spec }) => {
  expect(spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: expect.any(Number), seccompProfile: { type: 'RuntimeDefault' } },
  });
  expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
  for (const container of spec.containers) {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
    expect(container.image).toMatch(/:[\w.-]*\d[\w.-]*$/);
    if (!['Job', 'CronJob'].includes(kind))
      expect(container).toMatchObject({
        startupProbe: expect.anything(),
        readinessProbe: expect.anything(),
        livenessProbe: expect.anything(),
      });
  }
});

describe('settings and secrets', () => {
  const files = Object.keys(secretFiles());
  const documented = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const ours = everyPod.filter(
    ([, { labels }]) =>
      labels['tradepost/kind'] === 'app' || ['migrate', 'backup'].includes(labels['app.kubernetes.io/name'] ?? ''),
  );

  test.each(ours)(
    '%s gets only settings that docs/configuration.md explains, and files that `npm run secrets` creates',
    (_name, { name, spec }) => {
      const env = spec.containers[0].env as { name: string; value: string }[];
      const settings = env.map((one) => one.name.replace(/_FILE$/, ''));
      expect(settings.filter((setting) => !isExplained(setting, documented))).toEqual([]);
      const folders = spec.volumes
        .find((volume: any) => volume.name === 'secrets')
        .projected.sources.map((source: any) => source.secret.name);
      const given = env
        .filter((one) => one.name.endsWith('_FILE'))
        .map(({ value }) => value.replace('/run/secrets/', ''));
      expect(given.filter((key) => !folders.some((folder: string) => files.includes(`${folder}/${key}`)))).toEqual([]);
      expect(
        files
          .filter((file) => file.startsWith(`${name}/`))
          .map((file) => file.split('/')[1])
          .filter((key) => !given.includes(key as string)),
      ).toEqual([]);
    },
  );

  test.each(each)('%s: docs/configuration.md explains the settings of the ConfigMap', (_name, manifests) => {
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('settings-'),
    ) as Manifest;
    expect(Object.keys(map.data ?? {}).filter((setting) => !isExplained(setting, documented))).toEqual([]);
  });

  test('every Secret that a pod reads is a folder of `npm run secrets`, and an entry of the vault', () => {
    const wanted = new Set(
      [
        ...JSON.stringify(everyPod.map(([, { spec }]) => spec)).matchAll(
          /"(?:secret|secretRef|secretKeyRef)":\{[^}]*?"(?:name|secretName)":"([\w-]+)"/g,
        ),
      ].map(([, name]) => name),
    );
    const folders = new Set(files.map((file) => file.split('/')[0]));
    expect([...wanted].filter((name) => !folders.has(name))).toEqual([]);
    expect(wanted.size).toBeGreaterThan(10);
    const vault = named(render('k8s/external-secrets'), 'ExternalSecret');
    expect([...wanted].filter((name) => name !== 'object-store' && !vault.includes(name as string))).toEqual([]);
  });
});

const isExplained = (setting: string, documented: string) =>
  documented.includes(`\`${setting}\``) ||
  (setting.startsWith('DATABASE_PASSWORD_') && documented.includes('`DATABASE_PASSWORD_<SCHEMA>`'));
