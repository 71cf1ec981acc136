import { BlockList, isIP } from 'node:net';
import { chooses, type Pod } from '../pods';
import type { Manifest } from '../rendered';

/** The other end of a connection, outside of the namespace of the product. */
export type Outside = { address: string } | { namespace: string; labels?: Record<string, string> };

export interface Port {
  port: number;
  protocol?: 'TCP' | 'UDP';
}

const nameOfNamespace = 'kubernetes.io/metadata.name';

/** Whether the NetworkPolicies allow a pod to open this connection. */
export const mayReach = (manifests: Manifest[], pod: Pod, to: Outside, port: Port): boolean =>
  allows(manifests, 'Egress', pod, to, port);

/** Whether the NetworkPolicies allow this connection to a pod. */
export const mayBeReached = (manifests: Manifest[], pod: Pod, from: Outside, port: Port): boolean =>
  allows(manifests, 'Ingress', pod, from, port);

/** A direction without any policy is open; otherwise one rule of any policy must fit. */
function allows(manifests: Manifest[], direction: 'Ingress' | 'Egress', pod: Pod, other: Outside, port: Port) {
  const policies = manifests.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' && spec.policyTypes.includes(direction) && chooses(spec.podSelector, pod.labels),
  );
  if (policies.length === 0) return true;
  const [field, peers] = direction === 'Ingress' ? ['ingress', 'from'] : ['egress', 'to'];
  return policies
    .flatMap(({ spec }) => spec[field] ?? [])
    .some(
      (rule: any) =>
        fitsOne(rule[peers], (peer) => isPeer(peer, other)) && fitsOne(rule.ports, (one) => isPort(one, port)),
    );
}

/** A rule without peers, or without ports, is about all of them. */
const fitsOne = (list: any[] | undefined, fits: (one: any) => boolean) => !list?.length || list.some(fits);

function isPort({ port: first, endPort = first, protocol = 'TCP' }: any, wanted: Port): boolean {
  return protocol === (wanted.protocol ?? 'TCP') && wanted.port >= first && wanted.port <= endPort;
}

function isPeer({ ipBlock, namespaceSelector, podSelector }: any, other: Outside): boolean {
  if ('address' in other)
    return (
      ipBlock !== undefined &&
      isIn(ipBlock.cidr, other.address) &&
      !(ipBlock.except ?? []).some((range: string) => isIn(range, other.address))
    );
  return (
    namespaceSelector !== undefined &&
    chooses(namespaceSelector, { [nameOfNamespace]: other.namespace }) &&
    chooses(podSelector ?? {}, other.labels ?? {})
  );
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function isIn(range: string, address: string): boolean {
  const [network, bits] = range.split('/') as [string, string];
  if (family(network) !== family(address)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family(network));
  return list.check(address, family(address));
}
