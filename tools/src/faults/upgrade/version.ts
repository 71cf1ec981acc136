import { freePort } from '@tradepost/testing/servers/ports';
import * as catalogue from '../../topology/catalogue';
import * as migrations from '../../topology/migrations';
import { root } from '../../topology/paths';
import type { Secrets } from '../../topology/secrets';
import * as secretsFile from '../../topology/secrets-file';
import * as settings from '../../topology/settings';
import type { Revision } from './revision';

/** One version of the apps, and what is needed to start them. */
export interface Version {
  name: string;
  /** The repository it was built in. */
  folder: string;
  apps: typeof catalogue.apps;
  settingsOf: typeof settings.settingsOf;
  migrateAll: typeof migrations.migrateAll;
  secrets: Secrets;
  /** Of its gateway, behind the proxy. */
  port: number;
}

type Modules = typeof catalogue & typeof settings & typeof migrations & typeof secretsFile;

/** The earlier version. @param secrets file of its secrets, which is created if absent */
export const versionOf = ({ name, folder, module }: Revision, secrets: string): Promise<Version> =>
  version(name, folder, secrets, {
    ...module<typeof catalogue>('tools/dist/topology/catalogue'),
    ...module<typeof settings>('tools/dist/topology/settings'),
    ...module<typeof migrations>('tools/dist/topology/migrations'),
    ...module<typeof secretsFile>('tools/dist/topology/secrets-file'),
  });

/** This version. @param secrets as `versionOf`; secrets that are new in this version are added */
export const presentVersion = (secrets: string): Promise<Version> =>
  version('present', root, secrets, { ...catalogue, ...settings, ...migrations, ...secretsFile });

const version = async (
  name: string,
  folder: string,
  file: string,
  { apps, settingsOf, migrateAll, loadSecrets }: Modules,
): Promise<Version> => ({
  name,
  folder,
  apps,
  settingsOf,
  migrateAll,
  secrets: loadSecrets(file),
  port: await freePort(),
});
