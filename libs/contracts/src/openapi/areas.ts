import { ownerOf } from '../define';
import type { Allow, Route } from '../routes';

export const areas = {
  identity: 'Accounts and partners',
  kyc: 'Registration',
  storage: 'Workspace',
  requests: 'Requests and transfers',
  notification: 'Notifications',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
  audit: 'Logs',
  admin: 'Administration',
} as const;

type Area = keyof typeof areas;

/** These stand apart from the rest of their service. */
const ofPrograms: Area[] = ['api-keys', 'webhooks'];

/** The heading an operation stands under. */
export const areaOf = ({ command, allow, path }: Route): string => areas[allow === 'admin' ? 'admin' : (ofPrograms.find((area) => path.split('/')[1] === area) ?? (ownerOf(command) as Area))];

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
