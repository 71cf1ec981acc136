import { ownerOf } from '../define';
import type { Allow, Route } from '../routes';

/** Headings, in the order of a person's way through the product. */
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

/** What stands under another heading than that of the service that owns it. */
const apart: [RegExp, keyof typeof areas][] = [
  [/^\/api-keys/, 'apiKeys'],
  [/^\/webhooks/, 'webhooks'],
  [/^\/auth\/(vault|prelogin)|^\/partners\/keys|^\/company\/sealing/, 'encryption'],
  [/^\/partners|invit|pending-request|email-reciver|signupFlow/, 'partners'],
];

/** The heading an operation stands under. */
export function areaOf({ command, allow, path }: Route): string {
  if (allow === 'admin') return areas.admin;
  const [, other] = apart.find(([pattern]) => pattern.test(path)) ?? [];
  return areas[other ?? (ownerOf(command) as keyof typeof areas)];
}

/** Who may call, in words. */
export const callers: Record<Allow, string> = {
  public: 'Anyone, without signing in.',
  any: 'Whoever is signed in.',
  sender: 'Senders.',
  receiver: 'Receivers.',
  admin: 'Admins.',
  onboarding: 'With the token of a confirmed code.',
  member: 'Whoever is signed in, or has the token of a confirmed code.',
  enrolling: 'Whoever is signed in, or has to set up two-step sign-in.',
  anyone: 'With any token.',
  'password-reset': 'With the token of a confirmed password-reset code.',
};
