import { queueSchema } from '@tradepost/service-kit/jobs/queue';

/** An app of the services topology: its folder, its name on the bus and the schema it owns. */
export interface AppOfTopology {
  folder: string;
  bus: string;
  schema?: string;
}

export const apps: readonly AppOfTopology[] = [
  { folder: 'identity', bus: 'identity', schema: 'identity' },
  { folder: 'kyc', bus: 'kyc', schema: 'kyc' },
  { folder: 'storage', bus: 'storage', schema: 'storage' },
  { folder: 'requests', bus: 'requests', schema: 'requests' },
  { folder: 'notification', bus: 'notification', schema: 'notification' },
  { folder: 'audit-log', bus: 'audit', schema: 'audit' },
  { folder: 'worker-mail', bus: 'worker-mail' },
  { folder: 'worker-zip', bus: 'worker-zip' },
  { folder: 'gateway', bus: 'gateway' },
];

export const busUsers = apps.map(({ bus }) => bus);
export const schemas = [...apps.flatMap(({ schema }) => schema ?? []), queueSchema];
