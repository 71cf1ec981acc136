/** Loads the command, which reads the remaining arguments. */
export type Commands = Record<string, () => Promise<unknown>>;

const everywhere: Commands = {
  admin: () => import('../operator/admin'),
  'test-mail': () => import('../operator/test-mail'),
  doctor: () => import('../operator/doctor'),
  backup: () => import('../operator/backup'),
  restore: () => import('../operator/restore'),
  'rotate-keys': () => import('../operator/rotate-keys'),
  'publish-checkpoint': () => import('../operator/publish-checkpoint'),
  'restart-key-log': () => import('../operator/restart-key-log'),
};

/** Commands in the tools image. */
export const commandsOfImage: Commands = {
  migrate: () => import('../operator/migrate'),
  secrets: () => import('../operator/secrets'),
  ...everywhere,
  audit: () => import('../operator/audit'),
};

/** Commands on a single server. Migrations run when it starts; `audit` is part of the command line. */
export const commandsOfServer: Commands = {
  serve: () => import('../operator/serve'),
  config: () => import('../operator/config'),
  'move-server': () => import('../operator/move-server'),
  ...everywhere,
};
