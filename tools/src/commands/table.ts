/** Loads the command, which reads the arguments that are left. */
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

/** What an operator can ask for in the image of the tools. */
export const commandsOfImage: Commands = {
  migrate: () => import('../operator/migrate'),
  secrets: () => import('../operator/secrets'),
  ...everywhere,
  audit: () => import('../operator/audit'),
};

/** What an operator can ask for on one server. Its migrations run at its start, and the command line has `audit`. */
export const commandsOfServer: Commands = {
  serve: () => import('../operator/serve'),
  config: () => import('../operator/config'),
  ...everywhere,
};
