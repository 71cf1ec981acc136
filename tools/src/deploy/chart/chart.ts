import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { manifestOf } from '../notices';
import { root } from '../../topology/paths';
import { render, renderWith, type Manifest } from '../rendered';
import { onlyIf, settingsName, templateOf } from './templates';
import { schemaOfValues, valuesFile } from './values';

/** Options of `k8s/options` that only add objects, and the value that asks for them. */
const additions = {
  scanner: '.Values.settings.SCANNER_URL',
  vault: '.Values.settings.AT_REST_VAULT_URL',
  telemetry: '.Values.settings.OTEL_EXPORTER_OTLP_ENDPOINT',
};
const topologies = ['production', 'single-node'] as const;
const ofGatewayApi = '.Values.gatewayApi';

/** The manifests of one choice of values. */
export interface Rendering {
  topology: (typeof topologies)[number];
  gatewayApi: boolean;
  manifests: Manifest[];
}

/** What kustomize renders for every choice; the namespace is the one of the Helm release. */
export const renderings = (options: readonly string[] = Object.keys(additions)): Rendering[] =>
  topologies.flatMap((topology) =>
    [false, true].map((gatewayApi) => ({
      topology,
      gatewayApi,
      manifests: renderWith(topology, [...options, ...(gatewayApi ? ['gateway-api'] : [])]).filter(
        ({ kind }) => kind !== 'Namespace',
      ),
    })),
  );

const nameOf = ({ kind, metadata }: Manifest) => `${kind.toLowerCase()}-${metadata.name}`;
const isSettings = ({ kind, metadata }: Manifest) => kind === 'ConfigMap' && settingsName.test(metadata.name);

/** The files of a Helm chart that is made from the manifests, by path. */
export function chartFiles(all: Rendering[], backup: Manifest[], migrate: Manifest[]): Map<string, string> {
  const { version } = manifestOf(root);
  const production = settingsOf(all, 'production');
  const common = settingsOf(all, 'single-node');
  const fixed = Object.fromEntries(Object.entries(production).filter(([name]) => !(name in common)));
  const files = new Map<string, string>([
    [
      'Chart.yaml',
      stringify({
        apiVersion: 'v2',
        name: 'tradepost',
        description: manifestOf(root).description,
        type: 'application',
        version,
        appVersion: version,
        kubeVersion: '>=1.27.0-0',
      }),
    ],
    ['values.yaml', valuesFile],
    ['values.schema.json', `${JSON.stringify(schemaOfValues(fixed), null, 2)}\n`],
    ['templates/configmap-settings.yaml', settingsTemplate('settings', fixed)],
    ['templates/configmap-settings-of-migration.yaml', settingsTemplate('settings-of-migration', fixed, hook(-5))],
  ]);
  const names = new Set(all.flatMap(({ manifests }) => manifests.filter((one) => !isSettings(one)).map(nameOf)));
  for (const name of names) files.set(`templates/${name}.yaml`, byChoice(all, name));
  for (const manifest of backup.filter((one) => !isSettings(one)))
    files.set(`templates/${nameOf(manifest)}.yaml`, onlyIf(['.Values.backup'], templateOf(manifest)));
  for (const manifest of migrate.filter((one) => !isSettings(one)))
    files.set(`templates/${nameOf(manifest)}.yaml`, templateOf(asHook(manifest)));
  return files;
}

/** Writes the chart of this repository. */
export function writeChart(folder: string): void {
  for (const [path, text] of chartFiles(renderings(), render('k8s/backup'), render('k8s/migrate'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const settingsOf = (all: Rendering[], topology: Rendering['topology']): Record<string, string> =>
  all.find((one) => one.topology === topology)?.manifests.find(isSettings)?.data ?? {};

/** One object, with the choices for which it exists, or its forms by choice. */
function byChoice(all: Rendering[], name: string): string {
  const forms = all.map(({ topology, gatewayApi, manifests }) => {
    const found = manifests.find((one) => nameOf(one) === name);
    return { topology, gatewayApi, text: found && withAddition(name, templateOf(found)) };
  });
  const isSame = (some: typeof forms) => some.every(({ text }) => text === some[0]!.text);
  if (isSame(forms)) return forms[0]!.text!;
  const when = (conditions: string[], text: string | undefined) => (text === undefined ? '' : onlyIf(conditions, text));
  const byTopology = topologies.map((topology) => forms.filter((one) => one.topology === topology));
  const isTopology = (topology: string) => `eq .Values.topology "${topology}"`;
  if (byTopology.every(isSame)) return byTopology.map(([one]) => when([isTopology(one!.topology)], one!.text)).join('');
  return forms
    .map(({ topology, gatewayApi, text }) =>
      when([isTopology(topology), gatewayApi ? ofGatewayApi : `not ${ofGatewayApi}`], text),
    )
    .join('');
}

function withAddition(name: string, text: string): string {
  const [, condition] = Object.entries(additions).find(([option]) => name === `networkpolicy-to-${option}`) ?? [];
  return condition === undefined ? text : onlyIf([condition], text);
}

/** Runs after the first installation, when there is a database, and before each upgrade. */
const hook = (weight: number) => ({
  'helm.sh/hook': 'post-install,pre-upgrade',
  'helm.sh/hook-weight': String(weight),
  'helm.sh/hook-delete-policy': 'before-hook-creation',
});

/** The migration step. It reads the new settings, which are not those of the running apps before an upgrade. */
function asHook(job: Manifest): Manifest {
  const own = JSON.parse(
    JSON.stringify(job).replace(/"name":"settings-[a-z0-9]{10}"/g, '"name":"settings-of-migration"'),
  ) as Manifest;
  return { ...own, metadata: { ...own.metadata, annotations: { ...own.metadata.annotations, ...hook(0) } } };
}

function settingsTemplate(name: string, fixed: Record<string, string>, annotations?: Record<string, string>): string {
  const head = stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: '__namespace__', ...(annotations && { annotations }) },
  }).replace('__namespace__', '{{ .Release.Namespace }}');
  const ofProduction = Object.entries(fixed).map(([setting, value]) => `  ${setting}: "${value}"\n`);
  return `${head}data:
  ORIGIN: "https://{{ .Values.host }}"
{{- if eq .Values.topology "production" }}
${ofProduction.join('')}{{- end }}
{{- range $name, $value := .Values.settings }}
  {{ $name }}: {{ $value | quote }}
{{- end }}
`;
}
