import { stringify } from 'yaml';
import { podTemplateOf } from '../pods';
import type { Manifest } from '../rendered';
import { namespaces } from './values';

/** A place in a manifest that a value fills; letters only, so that YAML needs no quotes. */
const mark = (name: string) => `__${name}__`;

const expressions: Record<string, string> = {
  namespace: '.Release.Namespace',
  host: '.Values.host',
  issuer: '.Values.clusterIssuer',
  registry: '.Values.image.registry',
  tag: '.Values.image.tag | default .Chart.AppVersion',
  settings: '.Values.settings | toJson | sha256sum | quote',
  secrets: '.Values.secretsRevision | quote',
  ...Object.fromEntries(Object.keys(namespaces).map((key) => [`${key}Namespace`, `.Values.namespaces.${key}`])),
};
const ofNamespace = new Map(Object.entries(namespaces).map(([key, value]) => [value, mark(`${key}Namespace`)]));

/** The name that kustomize gives the ConfigMap of settings: it ends with a hash of the content. */
export const settingsName = /^settings-[a-z0-9]{10}$/;

const image = /^registry\.example\.com\/tradepost\/([\w-]+):[\w.]+$/;
const exampleHost = /tradepost\.example\.com/g;

/** Replaces what is a value of the chart. */
function marked(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !name.startsWith('argocd.argoproj.io/'))
        .map(([name, inner]) => [name, marked(inner, name)]),
    );
  if (typeof value !== 'string') return value;
  if (settingsName.test(value)) return 'settings';
  if (key === 'cert-manager.io/cluster-issuer') return mark('issuer');
  if (key === 'kubernetes.io/metadata.name') return ofNamespace.get(value) ?? value;
  if (key === 'namespace') return ofNamespace.get(value) ?? mark('namespace');
  return value
    .replace(image, `${mark('registry')}/$1:${mark('tag')}`)
    .replace(exampleHost, mark('host'))
    .replaceAll('.tradepost.svc.', `.${mark('namespace')}.svc.`);
}

const pullSecrets = mark('pullSecrets');
const blockOfPullSecrets = (indent: string) =>
  [
    '{{- with .Values.imagePullSecrets }}',
    `${indent}imagePullSecrets:`,
    '{{- range . }}',
    `${indent}  - name: {{ . }}`,
    '{{- end }}',
    '{{- end }}',
  ].join('\n');

/** The template of a manifest. */
export function templateOf(manifest: Manifest): string {
  const copy = marked(manifest) as Manifest;
  const pod = podTemplateOf(copy);
  if (pod) {
    const readsSettings = /"configMap(Key)?Ref":\{"name":"settings"/.test(JSON.stringify(pod.spec));
    if (readsSettings)
      pod.metadata.annotations = {
        ...pod.metadata.annotations,
        'tradepost/settings': mark('settings'),
        'tradepost/secrets': mark('secrets'),
      };
    pod.spec.imagePullSecrets = pullSecrets;
  }
  const text = stringify(copy, { lineWidth: 0 })
    // of Prometheus
    .replaceAll('{{', '{{ "{{" }}')
    .replace(new RegExp(`^( *)imagePullSecrets: ${pullSecrets}$`, 'm'), (_line, indent: string) =>
      blockOfPullSecrets(indent),
    );
  return Object.entries(expressions).reduce(
    (sofar, [name, expression]) => sofar.replaceAll(mark(name), `{{ ${expression} }}`),
    text,
  );
}

/** Wraps a template, so that it counts only while all conditions do. */
export const onlyIf = (conditions: readonly string[], template: string): string =>
  conditions.reduceRight((inner, condition) => `{{- if ${condition} }}\n${inner}{{- end }}\n`, template);
