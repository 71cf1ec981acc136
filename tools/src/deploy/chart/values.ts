import { everySetting, fixedInContainers, isSecret } from '../../settings/table';
import type { Manifest } from '../rendered';

/** Namespaces of other products, which NetworkPolicies name; the keys are the names of the values. */
export const namespaces = {
  ingress: 'ingress-nginx',
  gateway: 'envoy-gateway-system',
  monitoring: 'monitoring',
  keda: 'keda',
  postgresOperator: 'cnpg-system',
};

/** Comes from `host`. */
const ofHost = 'ORIGIN';

/** Settings that an operator of the chart may set: no secrets, and nothing that the manifests fix. */
const settable = (fixed: Manifest['data'] = {}): string[] =>
  everySetting.filter(
    (name) =>
      !isSecret(name) &&
      !(fixedInContainers as readonly string[]).includes(name) &&
      name !== ofHost &&
      !(name in fixed),
  );

const name = { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' };

/** @param fixed settings that a topology needs. @returns the JSON schema of `values.yaml` */
export const schemaOfValues = (fixed: Manifest['data']) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['topology', 'host', 'image', 'settings'],
  properties: {
    global: { type: 'object' },
    topology: { enum: ['production', 'single-node'] },
    host: name,
    image: {
      type: 'object',
      additionalProperties: false,
      required: ['registry'],
      properties: {
        registry: { type: 'string', pattern: '^[a-z0-9][a-z0-9.:/_-]*[a-z0-9]$' },
        tag: { type: 'string', pattern: '^[\\w.+-]*$' },
      },
    },
    imagePullSecrets: { type: 'array', items: name },
    secretsRevision: { type: 'string' },
    gatewayApi: { type: 'boolean' },
    clusterIssuer: name,
    backup: { type: 'boolean' },
    namespaces: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(namespaces).map((key) => [key, name])),
    },
    settings: {
      type: 'object',
      additionalProperties: false,
      required: ['MAIL_FROM'],
      properties: {
        ...Object.fromEntries(settable(fixed).map((setting) => [setting, { type: 'string' }])),
        MAIL_FROM: { type: 'string', pattern: '@' },
      },
      patternProperties: { '^OTEL_[A-Z0-9_]+$': { type: 'string' } },
    },
  },
});

/** Values without a default that works are empty: the schema refuses them. */
export const valuesFile = `# Required: production or single-node
topology: ""
# Required: the address of the web app, such as tradepost.example.com
host: ""
image:
  # Required: where your images are, such as registry.example.com/tradepost
  registry: ""
  # the version of the chart if empty
  tag: ""
# Names of Secrets
imagePullSecrets: []
# Any other text than before restarts the apps with changed Secrets
secretsRevision: ""
# Gateway API in place of the Ingress
gatewayApi: false
clusterIssuer: letsencrypt
# A backup every night
backup: false
# Where the products run that connect to this one
namespaces:
${Object.entries(namespaces)
  .map(([key, value]) => `  ${key}: ${value}\n`)
  .join('')}# docs/configuration.md explains the settings. Values are texts: "true", "500"
settings:
  LOG_LEVEL: info
  # Required: Tradepost <no-reply@example.com>
  MAIL_FROM: ""
`;
