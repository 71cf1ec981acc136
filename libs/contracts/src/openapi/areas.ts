import { ownerOf } from '../define';
import type { Allow, Route } from '../routes';

export const areas = {
  identity: 'Accounts and partners',
  kyc: 'Registration',
  storage: 'Workspace',
  requests: 'Requests and transfers',
  notification: 'Notifications',
  audit: 'Logs',
  admin: 'Administration',
} as const;

/** The heading an operation stands under. */
export const areaOf = ({ command, allow }: Route): string => areas[allow === 'admin' ? 'admin' : (ownerOf(command) as keyof typeof areas)];

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
