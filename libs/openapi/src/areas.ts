import { ownerOf } from '@tradepost/contracts/define';
import type { Allow, Route } from '@tradepost/contracts/routes';

/** Headings, in the order in which users meet them. */
export const areas = {
  identity: 'Sign-in and account',
  apiKeys: 'API keys',
  partners: 'Company and partners',
  kyc: 'Registration',
  storage: 'Workspace',
  requests: 'Requests and transfers',
  encryption: 'Encryption keys',
  notification: 'Notifications',
  webhooks: 'Webhooks',
  audit: 'Logs',
  admin: 'Administration',
} as const;

/** Routes with another heading than that of the service that owns them. */
const areaOverrides: [RegExp, keyof typeof areas][] = [
  [/^\/api-keys/, 'apiKeys'],
  [/^\/webhooks/, 'webhooks'],
  [/^\/auth\/(vault|prelogin|password\/)|^\/partners\/keys|^\/company\/sealing/, 'encryption'],
  [/^\/partners|invit|pending-request|email-reciver|signupFlow/, 'partners'],
];

/** The heading of an operation. */
export function areaOf({ command, allow, path }: Route): string {
  if (allow === 'admin') return areas.admin;
  const [, other] = areaOverrides.find(([pattern]) => pattern.test(path)) ?? [];
  return areas[other ?? (ownerOf(command) as keyof typeof areas)];
}

/** Who may call, as text. */
export const callerDescriptions: Record<Allow, string> = {
  public: 'Anyone, without signing in.',
  any: 'Every signed-in user.',
  sender: 'Senders.',
  receiver: 'Receivers.',
  admin: 'Admins.',
  onboarding: 'With the token of a verified sign-up code.',
  member: 'Every signed-in user, or with the token of a verified sign-up code.',
  enrolling: 'Every signed-in user, or an admin who must set up two-step sign-in.',
  anyone: 'With any token.',
  'password-reset': 'With the token of a verified password-reset code.',
};
