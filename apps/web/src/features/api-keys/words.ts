import { keyScopes, type KeyScope, type UserType } from '@tradepost/contracts/actor';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import dayjs from 'dayjs';
import type { Tone } from '../../ui/status-tag';

/** What a scope lets a program do, in plain words. */
export const scopeWords: Record<KeyScope, { name: string; text: string }> = {
  read: {
    name: 'Read',
    text: 'See folders, files, partners, requests, transfers and the log; ask partners for files and download them.',
  },
  upload: {
    name: 'Upload',
    text: 'Make folders, upload files and new versions, change their details. It deletes nothing.',
  },
  deliver: { name: 'Deliver', text: 'Share folders with partners, and change or take back their access.' },
  accept: {
    name: 'Accept',
    text: 'Accept and reject requests; extend, withdraw and send again what was accepted. Accepting asks for the code mailed to you, unless you allow it below.',
  },
};

/** A receiver uploads, delivers and accepts nothing. */
export const scopesFor = (userType: UserType): readonly KeyScope[] => (userType === 'receiver' ? ['read'] : keyScopes);

export const scopeNames = (scopes: readonly KeyScope[]): string =>
  keyScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => scopeWords[scope].name)
    .join(', ');

/** What stands after the scopes. */
export const sealingWords: Record<ApiKeyView['sealing'], string> = {
  none: '',
  live: ' · seals and opens files',
  outdated: ' · its sealing key opens nothing since you made new encryption keys',
};

const soonDays = 14;

/** How a key stands. */
export function standingOf(
  { revokedAt, expiresAt }: Pick<ApiKeyView, 'revokedAt' | 'expiresAt'>,
  now = dayjs(),
): { isLive: boolean; tone: Tone; text: string } {
  if (revokedAt) return { isLive: false, tone: 'red', text: 'Revoked' };
  if (!now.isBefore(expiresAt)) return { isLive: false, tone: 'grey', text: 'Expired' };
  if (now.add(soonDays, 'day').isAfter(expiresAt)) return { isLive: true, tone: 'yellow', text: 'Expires soon' };
  return { isLive: true, tone: 'green', text: 'Active' };
}

/** Addresses as people write them: on lines, or between commas. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
