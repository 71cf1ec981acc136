import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../topology/paths';
import { chooses, podsOf } from './pods';
import { complaints, render, renderWith, type Manifest } from './rendered';

const overlayWith = (...options: string[]) => renderWith('production', options);

const find = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const rightful = (manifests: Manifest[]) => manifests.flatMap(complaints);

const steps = podsOf([...render('k8s/migrate'), ...render('k8s/backup')]);

/** Names of the pods that a policy of this name opens, and the ports. */
function opened(manifests: Manifest[], policy: string) {
  const { spec } = find(manifests, 'NetworkPolicy', policy) as Manifest;
  const pods = [...podsOf(manifests), ...steps].filter(({ labels }) => chooses(spec.podSelector, labels));
  return { pods: pods.map(({ name }) => name).sort(), ports: spec.egress[0].ports.map(({ port }: any) => port) };
}

const withAtRestKey = ['backup', 'gateway', 'migrate', 'worker-zip'];

test('every option has a test', () => {
  expect(readdirSync(join(root, 'k8s/options')).sort()).toEqual([
    'argo-cd',
    'gateway-api',
    'scanner',
    'telemetry',
    'vault',
  ]);
});

test('optional servers can be reached by the apps that use them', () => {
  const manifests = overlayWith('scanner', 'vault', 'telemetry');
  expect(rightful(manifests)).toEqual([]);
  expect(opened(manifests, 'to-scanner')).toEqual({ pods: ['gateway'], ports: [3310] });
  expect(opened(manifests, 'to-vault')).toEqual({ pods: withAtRestKey, ports: [8200] });
  expect(opened(manifests, 'to-telemetry').ports).toEqual([4318]);
  const reading = [...podsOf(manifests), ...steps].filter(({ spec }) =>
    JSON.stringify(spec ?? {}).includes('AT_REST_KEY_FILE'),
  );
  expect(reading.map(({ name }) => name).sort()).toEqual(withAtRestKey);
});

test('the Gateway API takes the place of the Ingress, with the same paths', () => {
  const paths = (find(overlayWith(), 'Ingress', 'tradepost') as Manifest).spec.rules[0].http.paths.map(
    ({ path, backend }: any) => `${path} → ${backend.service.name}`,
  );
  const manifests = overlayWith('gateway-api');
  // no package that the others fit to has its schema
  expect(rightful(manifests)).toEqual(['no schema of gateway.networking.k8s.io/v1 HTTPRoute']);
  expect(find(manifests, 'Ingress', 'tradepost')).toBeUndefined();
  const { spec } = find(manifests, 'HTTPRoute', 'tradepost') as Manifest;
  expect(
    spec.rules.flatMap(({ matches, backendRefs }: any) =>
      matches.map(({ path }: any) => `${path.value} → ${backendRefs[0].name}`),
    ),
  ).toEqual(paths);
  expect(JSON.stringify(manifests)).not.toContain('ingress-nginx');
});

test('Argo CD starts servers, then migrates, then starts apps and what scales them', () => {
  const wave = ({ metadata }: Manifest) => Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
  const manifests = overlayWith('argo-cd');
  expect(rightful(manifests)).toEqual([]);
  const kinds = ['Deployment', 'HorizontalPodAutoscaler', 'ScaledObject', 'Ingress', 'Job'];
  const waves = new Map(
    manifests.filter((one) => kinds.includes(one.kind)).map((one) => [`${one.kind} ${one.metadata.name}`, wave(one)]),
  );
  const servers = ['Deployment redis'];
  expect([...waves].filter(([, n]) => n === 0).map(([name]) => name)).toEqual(servers);
  expect([...waves].filter(([, n]) => n === 1).map(([name]) => name)).toEqual(['Job migrate']);
  expect(manifests.filter((one) => ['Cluster', 'StatefulSet', 'ConfigMap'].includes(one.kind)).map(wave)).toEqual(
    expect.not.arrayContaining([1, 2]),
  );
  const job = find(manifests, 'Job', 'migrate') as Manifest;
  expect(job.metadata.annotations).toMatchObject({ 'argocd.argoproj.io/hook': 'Sync' });
  const [container] = job.spec.template.spec.containers;
  expect(manifests.map(({ metadata }) => metadata.name)).toContain(container.envFrom[0].configMapRef.name);
  expect(container.image).toMatch(/^registry\.example\.com\//);
});

test('the single-node overlay reserves less than a core', () => {
  const millis = podsOf(render('k8s/overlays/single-node')).flatMap(({ spec }) =>
    spec.containers.map(({ resources }: any) => parseInt(resources.requests.cpu, 10)),
  );
  expect(millis.length).toBeGreaterThan(12);
  expect(millis.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000);
});

test('the operator of Prometheus gets the rules of deploy/prometheus, and finds the apps', () => {
  const manifests = overlayWith();
  const rules = find(manifests, 'PrometheusRule', 'tradepost');
  const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')) as { groups: object[] };
  expect(rules?.spec.groups).toEqual(groups);
  const { spec } = find(manifests, 'ServiceMonitor', 'tradepost') as Manifest;
  expect(find(manifests, 'Service', 'ops')?.metadata.labels?.[spec.jobLabel]).toBe('tradepost');
});
