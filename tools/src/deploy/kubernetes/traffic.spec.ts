import { connections, podsOf } from '../pods';
import { render, type Manifest } from '../rendered';
import { mayBeReached, mayReach, type Outside, type Port } from './traffic';

const steps = [...render('k8s/migrate'), ...render('k8s/backup')];
const production = [...render('k8s/overlays/production'), ...steps];
const singleNode = [...render('k8s/overlays/single-node'), ...steps];
const each: [string, Manifest[]][] = [
  ['production', production],
  ['single-node', singleNode],
];

const public4 = { address: '203.0.113.7' };
const public6 = { address: '2600::7' };
/** Inside of the cluster, of the company's network, of the machine, of the cloud. */
const inside = [
  '10.0.0.7',
  '172.16.0.7',
  '192.168.0.7',
  '100.64.0.7',
  '127.0.0.1',
  '169.254.169.254',
  'fd00::7',
  '::1',
];
const ports = [22, 25, 53, 80, 443, 465, 587, 3310, 4222, 4318, 5432, 6379, 6443, 8080, 8200, 8333, 9090];
const namespaces = ['default', 'kube-system', 'ingress-nginx', 'monitoring', 'keda', 'cnpg-system'];

/** For each pod the ports, as `port` or `protocol port`, to or from which it may connect; pods without any are left out. */
function open(
  manifests: Manifest[],
  may: typeof mayReach,
  other: Outside,
  asked: Port[] = ports.map((port) => ({ port })),
): Record<string, number[]> {
  const found = podsOf(manifests).map((pod): [string, number[]] => [
    pod.name,
    asked.filter((port) => may(manifests, pod, other, port)).map(({ port }) => port),
  ]);
  return Object.fromEntries(found.filter(([, list]) => list.length > 0).sort());
}

const mail = [25, 465, 587];
/** Webhooks and identity providers: 443, and all ports that need no privilege. */
const toWeb = [443, ...ports.filter((port) => port >= 1024)];
const outward = { identity: toWeb, notification: toWeb, 'worker-mail': mail };
const withObjects = ['backup', 'gateway', 'kyc', 'migrate', 'requests', 'storage', 'worker-zip'];
const toObjectStore = Object.fromEntries(withObjects.map((name) => [name, [443]]));

test.each([public4, public6])('only these pods reach the internet, at $address', (address) => {
  // the manager in each PostgreSQL asks the API server, which has an IPv4 address here
  const postgres = address === public4 ? { postgres: [443, 6443] } : {};
  expect(open(production, mayReach, address)).toEqual({ ...outward, ...toObjectStore, ...postgres });
  expect(open(singleNode, mayReach, address)).toEqual(outward);
});

test.each(inside)('webhooks and identity providers cannot lead to %s', (address) => {
  for (const [, manifests] of each) {
    const { identity, notification } = open(manifests, mayReach, { address });
    expect({ identity, notification }).toEqual({});
  }
});

test.each(each)('%s: every pod reaches the names server, and nothing else of another namespace', (_name, manifests) => {
  const all = podsOf(manifests).map(({ name }) => name);
  const dns = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
  for (const protocol of ['TCP', 'UDP'] as const)
    expect(Object.keys(open(manifests, mayReach, dns, [{ port: 53, protocol }]))).toEqual(all.sort());
  expect(open(manifests, mayReach, dns, [{ port: 443 }])).toEqual({});
  for (const namespace of namespaces)
    expect([namespace, open(manifests, mayReach, { namespace })]).toEqual([namespace, {}]);
});

test('other namespaces reach what is for them, and nothing else', () => {
  const apps = podsOf(singleNode).filter(({ labels }) => labels['tradepost/kind'] === 'app');
  const monitored = Object.fromEntries(apps.map(({ name }) => [name, [9090]]));
  const front = { gateway: [8080], web: [8080] };
  const from = (manifests: Manifest[]) =>
    Object.fromEntries(namespaces.map((namespace) => [namespace, open(manifests, mayBeReached, { namespace })]));
  const expected = { default: {}, 'kube-system': {}, 'ingress-nginx': front, monitoring: monitored };
  expect(from(singleNode)).toEqual({ ...expected, keda: {}, 'cnpg-system': {} });
  expect(from(production)).toEqual({ ...expected, keda: { redis: [6379] }, 'cnpg-system': { postgres: [5432] } });
  for (const address of [public4, public6])
    for (const [, manifests] of each) expect(open(manifests, mayBeReached, address)).toEqual({});
});

test('servers connect only to their own kind', () => {
  const ofServers = (manifests: Manifest[]) =>
    connections(manifests).filter((one) => /^(nats|postgres|redis|redis-node|object-store) →/.test(one));
  expect(ofServers(singleNode)).toEqual([]);
  expect(ofServers(production)).toEqual([
    'nats → nats:6222',
    'postgres → postgres:5432',
    'postgres → postgres:8000',
    'redis → redis-node:6379',
    'redis-node → redis-node:26379',
    'redis-node → redis-node:6379',
  ]);
});

test('without the policy that denies everything, all of this is open', () => {
  const without = singleNode.filter(({ kind }) => kind !== 'NetworkPolicy');
  expect(Object.keys(open(without, mayReach, public4)).length).toBe(podsOf(singleNode).length);
  expect(Object.keys(open(without, mayBeReached, public4)).length).toBe(podsOf(singleNode).length);
});
