/** A rule of the level "restricted" of the Pod Security Standards (https://kubernetes.io/docs/concepts/security/pod-security-standards/), for Linux. */
interface Rule {
  name: string;
  isBrokenBy(pod: any, containers: any[]): boolean;
}

const volumeTypes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];
const safeSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];

/** Security contexts of the pod and of its containers. */
const contexts = (pod: any, containers: any[]) =>
  [pod, ...containers].map(({ securityContext }) => securityContext ?? {});
const own = ({ securityContext }: any) => securityContext ?? {};

const rules: Rule[] = [
  { name: 'host namespaces', isBrokenBy: (pod) => pod.hostNetwork || pod.hostPID || pod.hostIPC },
  {
    name: 'host ports',
    isBrokenBy: (_pod, containers) =>
      containers.some(({ ports = [] }) => ports.some(({ hostPort = 0 }: any) => hostPort !== 0)),
  },
  { name: 'privileged', isBrokenBy: (_pod, containers) => containers.some((one) => own(one).privileged) },
  {
    name: 'privilege escalation',
    isBrokenBy: (_pod, containers) => containers.some((one) => own(one).allowPrivilegeEscalation !== false),
  },
  {
    name: 'capabilities',
    isBrokenBy: (_pod, containers) =>
      containers.some((one) => {
        const { drop = [], add = [] } = own(one).capabilities ?? {};
        return !drop.includes('ALL') || add.some((name: string) => name !== 'NET_BIND_SERVICE');
      }),
  },
  {
    name: 'volume types',
    isBrokenBy: ({ volumes = [] }) =>
      volumes.some((volume: any) =>
        Object.keys(volume).some((field) => field !== 'name' && !volumeTypes.includes(field)),
      ),
  },
  {
    name: 'running as root',
    isBrokenBy: (pod, containers) =>
      containers.some((one) => (own(one).runAsNonRoot ?? own(pod).runAsNonRoot) !== true) ||
      contexts(pod, containers).some(({ runAsUser }) => runAsUser === 0),
  },
  {
    name: 'seccomp',
    isBrokenBy: (pod, containers) =>
      containers.some((one) => {
        const { type } = own(one).seccompProfile ?? own(pod).seccompProfile ?? {};
        return type !== 'RuntimeDefault' && type !== 'Localhost';
      }),
  },
  {
    name: 'AppArmor',
    isBrokenBy: (pod, containers) =>
      contexts(pod, containers).some(({ appArmorProfile }) => appArmorProfile?.type === 'Unconfined'),
  },
  {
    name: 'SELinux',
    isBrokenBy: (pod, containers) =>
      contexts(pod, containers).some(
        ({ seLinuxOptions: { type = '', user = '', role = '' } = {} }) =>
          !seLinuxTypes.includes(type) || user !== '' || role !== '',
      ),
  },
  {
    name: '/proc mount',
    isBrokenBy: (_pod, containers) => containers.some((one) => (own(one).procMount ?? 'Default') !== 'Default'),
  },
  {
    name: 'sysctls',
    isBrokenBy: (pod) => (own(pod).sysctls ?? []).some(({ name }: { name: string }) => !safeSysctls.includes(name)),
  },
  {
    name: 'hosts of probes and hooks',
    isBrokenBy: (_pod, containers) =>
      containers.some(({ livenessProbe, readinessProbe, startupProbe, lifecycle = {} }) =>
        [livenessProbe, readinessProbe, startupProbe, lifecycle.preStop, lifecycle.postStart].some(
          (one) => one?.httpGet?.host || one?.tcpSocket?.host,
        ),
      ),
  },
];

/** Names of the rules that a pod breaks: the admission of a namespace with `enforce: restricted` would refuse it. */
export function brokenRules(pod: any): string[] {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod;
  const all = [...containers, ...initContainers, ...ephemeralContainers];
  return rules.filter((rule) => rule.isBrokenBy(pod, all)).map(({ name }) => name);
}
