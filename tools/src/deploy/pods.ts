import type { Manifest } from './rendered';

type Labels = Record<string, string>;

export interface Pod {
  name: string;
  kind: string;
  labels: Labels;
  spec: any;
}

/** The template of the pods of a workload; undefined for other objects. */
export function podTemplateOf({ kind, spec }: Manifest): any {
  const template = kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template;
  return template?.spec ? template : undefined;
}

/** The pods that manifests create, one per workload. Pods of the PostgreSQL operator have only labels. */
export function podsOf(manifests: Manifest[]): Pod[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata, spec } = manifest;
    const { name } = metadata;
    if (kind === 'Cluster') return [{ name, kind, labels: spec.inheritedMetadata.labels as Labels, spec: undefined }];
    const template = podTemplateOf(manifest);
    return template ? [{ name, kind, labels: template.metadata.labels as Labels, spec: template.spec }] : [];
  });
}

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** Whether a label selector matches these labels; an empty selector matches everything. */
export function chooses({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  for (const { operator } of matchExpressions)
    if (operator !== 'In') throw new Error(`The operator ${operator} is not supported`);
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

/** The connections that the NetworkPolicies of both ends allow, as `identity → postgres:5432`. */
export function connections(manifests: Manifest[]): string[] {
  const pods = podsOf(manifests);
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const allowed = (direction: 'ingress' | 'egress', at: Pod, other: Pod): Set<number> => {
    const rules = policies
      .filter(({ spec }) => chooses(spec.podSelector, at.labels))
      .flatMap(({ spec }) => spec[direction] ?? []);
    const open = rules.filter((rule: any) =>
      (rule.to ?? rule.from).some(
        (peer: any) => peer.podSelector && !peer.namespaceSelector && chooses(peer.podSelector, other.labels),
      ),
    );
    return new Set(open.flatMap((rule: any) => rule.ports.map(({ port }: { port: number }) => port)));
  };
  return pods
    .flatMap((from) =>
      pods.flatMap((to) =>
        [...allowed('egress', from, to)]
          .filter((port) => allowed('ingress', to, from).has(port))
          .map((port) => `${from.name} → ${to.name}:${port}`),
      ),
    )
    .sort();
}
