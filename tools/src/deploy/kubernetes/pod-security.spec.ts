import { podsOf, type Pod } from '../pods';
import { render, type Manifest } from '../rendered';
import { brokenRules } from './pod-security';

const rendered = ['overlays/production', 'overlays/single-node', 'migrate', 'backup'].map(
  (name): [string, Manifest[]] => [name, render(`k8s/${name}`)],
);
const templates = rendered.flatMap(([name, manifests]) =>
  podsOf(manifests)
    .filter(({ spec }) => spec)
    .map((pod): [string, Pod] => [`${pod.name} (${name})`, pod]),
);

test('the namespace admits only restricted pods', () => {
  for (const [name, manifests] of rendered.slice(0, 2)) {
    const namespace = manifests.find(({ kind }) => kind === 'Namespace');
    expect([name, namespace?.metadata.labels?.['pod-security.kubernetes.io/enforce']]).toEqual([name, 'restricted']);
  }
});

test.each(templates)('%s is admitted', (_name, { spec }) => {
  expect(brokenRules(spec)).toEqual([]);
});

const [, { spec: admitted }] = templates.find(([name]) => name.startsWith('gateway')) as [string, Pod];
const inContainer = (change: (container: any) => void) => (pod: any) => change(pod.containers[0]);
const inSecurity = (change: object) =>
  inContainer((container) => {
    container.securityContext = { ...container.securityContext, ...change };
  });

test.each<[string, (pod: any) => void]>([
  ['host namespaces', (pod) => (pod.hostNetwork = true)],
  ['host ports', inContainer((container) => (container.ports[0].hostPort = 80))],
  ['privileged', inSecurity({ privileged: true })],
  ['privilege escalation', inSecurity({ allowPrivilegeEscalation: undefined })],
  ['capabilities', inSecurity({ capabilities: { drop: ['NET_RAW'] } })],
  ['capabilities', inSecurity({ capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } })],
  ['volume types', (pod) => pod.volumes.push({ name: 'host', hostPath: { path: '/' } })],
  ['running as root', (pod) => (pod.securityContext.runAsNonRoot = undefined)],
  ['running as root', inSecurity({ runAsNonRoot: false })],
  ['running as root', (pod) => (pod.securityContext.runAsUser = 0)],
  ['seccomp', (pod) => (pod.securityContext.seccompProfile = undefined)],
  ['seccomp', inSecurity({ seccompProfile: { type: 'Unconfined' } })],
  ['AppArmor', inSecurity({ appArmorProfile: { type: 'Unconfined' } })],
  ['SELinux', inSecurity({ seLinuxOptions: { type: 'spc_t' } })],
  ['/proc mount', inSecurity({ procMount: 'Unmasked' })],
  ['sysctls', (pod) => (pod.securityContext.sysctls = [{ name: 'kernel.msgmax', value: '1' }])],
  ['hosts of probes and hooks', inContainer((container) => (container.livenessProbe.httpGet.host = '10.0.0.1'))],
])('a pod that breaks the rule of %s is found', (rule, change) => {
  const pod = structuredClone(admitted);
  change(pod);
  expect(brokenRules(pod)).toEqual([rule]);
});

test('containers that run before or next to the app count, too', () => {
  const [container] = admitted.containers;
  const root = { ...container, securityContext: { ...container.securityContext, runAsUser: 0 } };
  expect(brokenRules({ ...admitted, initContainers: [root] })).toEqual(['running as root']);
});
