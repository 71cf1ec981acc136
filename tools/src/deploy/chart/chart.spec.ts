import Ajv from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { podTemplateOf } from '../pods';
import { complaints, render, type Manifest } from '../rendered';
import { chartFiles, renderings } from './chart';
import { evaluate } from './evaluate';

const ofKustomize = renderings();
const [backup, migrate] = [render('k8s/backup'), render('k8s/migrate')];
const files = chartFiles(ofKustomize, backup, migrate);
const { appVersion } = parse(files.get('Chart.yaml')!) as { appVersion: string };
const defaults = parse(files.get('values.yaml')!) as Record<string, unknown> & { settings: object };
const allOptions = {
  SCANNER_URL: 'tcp://clamav:3310',
  AT_REST_VAULT_URL: 'https://vault:8200/v1/transit/keys/tradepost',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
};
/** Values that stand for what the manifests have as examples. */
const asInManifests = {
  host: 'tradepost.example.com',
  image: { registry: 'registry.example.com/tradepost', tag: '' },
  settings: { LOG_LEVEL: 'info', MAIL_FROM: 'Tradepost <no-reply@tradepost.example.com>', ...allOptions },
};

function rendered(values: object, namespace = 'tradepost'): Manifest[] {
  const data = {
    Values: { ...defaults, ...values },
    Release: { Namespace: namespace },
    Chart: { AppVersion: appVersion },
  };
  return [...files]
    .filter(([path]) => path.startsWith('templates/'))
    .flatMap(([path, text]) =>
      parseAllDocuments(evaluate(text, data)).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]!.message}`);
        return (document.toJS() as Manifest | null) ?? [];
      }),
    );
}

/** Without what Helm and Argo CD need, so that both are the same. */
function plain(manifests: Manifest[]): Record<string, unknown> {
  return Object.fromEntries(
    manifests
      .map((manifest): [string, unknown] => {
        const copy = structuredClone(manifest);
        const pod = podTemplateOf(copy);
        for (const metadata of [copy.metadata, pod?.metadata].filter(Boolean)) {
          const own = Object.entries(metadata.annotations ?? {}).filter(
            ([name]) => !/^(helm\.sh\/|argocd\.argoproj\.io\/|tradepost\/)/.test(name),
          );
          delete metadata.annotations;
          if (own.length > 0) metadata.annotations = Object.fromEntries(own);
        }
        const text = JSON.stringify(copy).replace(
          /"name":"settings(-[a-z0-9]{10}|-of-migration)?"/g,
          '"name":"settings"',
        );
        return [`${copy.kind} ${copy.metadata.name.replace(/^settings-.*/, 'settings')}`, JSON.parse(text)];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

test.each(ofKustomize)(
  '$topology, Gateway API $gatewayApi: Helm and kustomize create the same objects',
  ({ topology, gatewayApi, manifests }) => {
    const isSettings = ({ kind, metadata }: Manifest) => kind === 'ConfigMap' && metadata.name.startsWith('settings-');
    const expected = [...manifests, ...[...migrate, ...backup].filter((one) => !isSettings(one))];
    const created = rendered({ ...asInManifests, topology, gatewayApi, backup: true });
    const settings = created.filter(({ metadata }) => /^settings(-of-migration)?$/.test(metadata.name));
    // both ConfigMaps have the settings of the manifests, and those that ask for the options
    const [own] = manifests.filter(isSettings);
    for (const { data } of settings) expect(data).toEqual({ ...own!.data, ...allOptions });
    const [of, those] = [expected, created].map((list) =>
      plain(list.filter((one) => !settings.includes(one) && !isSettings(one))),
    );
    expect(those).toEqual(of);
  },
);

test('values change every place that they are for', () => {
  const created = rendered(
    {
      topology: 'production',
      host: 'data.acme.test',
      image: { registry: 'images.acme.test/team', tag: '9.9.9' },
      imagePullSecrets: ['one', 'two'],
      namespaces: { ...(defaults.namespaces as object), ingress: 'edge' },
      settings: { MAIL_FROM: 'Acme <no-reply@acme.test>', KYC_FOUR_EYES: 'true' },
    },
    'acme',
  );
  const text = JSON.stringify(created);
  const left =
    /tradepost\.example\.com|registry\.example\.com|"ingress-nginx"|\.tradepost\.svc|"namespace":"tradepost"/g;
  expect(text.match(left)).toBeNull();
  expect(text.includes('redis.acme.svc.cluster.local:6379')).toBe(true);
  for (const name of ['to-scanner', 'to-vault', 'to-telemetry', 'backup'])
    expect(created.map(({ metadata }) => metadata.name)).not.toContain(name);
  const gateway = created.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway',
  ) as Manifest;
  expect(podTemplateOf(gateway).spec).toMatchObject({
    imagePullSecrets: [{ name: 'one' }, { name: 'two' }],
    containers: [{ image: 'images.acme.test/team/gateway:9.9.9' }],
  });
  const settings = created.find(({ metadata }) => metadata.name === 'settings') as Manifest;
  expect(settings.data).toEqual({
    ORIGIN: 'https://data.acme.test',
    NATS_REPLICAS: '3',
    MAIL_FROM: 'Acme <no-reply@acme.test>',
    KYC_FOUR_EYES: 'true',
  });
  expect(created.flatMap(complaints)).toEqual([]);
});

test('changed settings and secrets restart the apps', () => {
  const annotations = (values: object) => {
    const created = rendered({ ...asInManifests, topology: 'single-node', ...values });
    const app = created.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'kyc') as Manifest;
    return podTemplateOf(app).metadata.annotations as object;
  };
  const before = annotations({});
  expect(annotations({})).toEqual(before);
  expect(annotations({ settings: { ...asInManifests.settings, LOG_LEVEL: 'debug' } })).not.toEqual(before);
  expect(annotations({ secretsRevision: '2' })).not.toEqual(before);
});

test('the migration runs before the apps of an upgrade, with the new settings', () => {
  const created = rendered({ ...asInManifests, topology: 'production' });
  const job = created.find(({ kind }) => kind === 'Job') as Manifest;
  expect(job.metadata.annotations).toMatchObject({
    'helm.sh/hook': 'post-install,pre-upgrade',
    'helm.sh/hook-weight': '0',
  });
  const [container] = podTemplateOf(job).spec.containers;
  const settings = created.find(({ metadata }) => metadata.name === container.envFrom[0].configMapRef.name) as Manifest;
  expect(settings.metadata.annotations).toMatchObject({
    'helm.sh/hook': 'post-install,pre-upgrade',
    'helm.sh/hook-weight': '-5',
  });
});

describe('the schema of the values', () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(files.get('values.schema.json')!) as object);
  const given = { ...defaults, ...asInManifests, topology: 'production' };

  test('accepts a complete choice', () => {
    expect([validate(given), validate.errors]).toEqual([true, null]);
  });

  test.each<[string, object]>([
    ['nothing chosen', defaults],
    ['no host', { ...given, host: '' }],
    ['another topology', { ...given, topology: 'cluster' }],
    ['an unknown value', { ...given, hosts: 'x' }],
    ['a setting that does not exist', { ...given, settings: { ...given.settings, KYC_FOUR_EYE: 'true' } }],
    ['a secret', { ...given, settings: { ...given.settings, AT_REST_KEY: 'x'.repeat(32) } }],
    ['a setting that the manifests fix', { ...given, settings: { ...given.settings, PORT: '80' } }],
    ['a number', { ...given, settings: { ...given.settings, CODES_PER_HOUR: 5 } }],
    ['a host that breaks out of its place', { ...given, host: 'a.test"\nx: y' }],
    ['a name of a Secret that breaks out of its place', { ...given, imagePullSecrets: ['x }}'] }],
  ])('refuses %s', (_what, values) => expect(validate(values)).toBe(false));
});
