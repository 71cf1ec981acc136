import { keyScopes, type KeyScope, type ProgramScope, type UserType } from '@tradepost/contracts/actor';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import dayjs from 'dayjs';
import type { Tone } from '../../ui/feedback/status-tag';
import { t } from '../../i18n/t';

/** What a scope allows, for people. */
export const scopeTexts: Record<ProgramScope, { name: string; text: string }> = {
  read: {
    name: t('Read'),
    text: t(
      'See folders, files, partners, requests, transfers and the log; request files from partners and download them.',
    ),
  },
  upload: {
    name: t('Upload'),
    text: t('Create folders, upload files and new versions, change their details. Cannot delete.'),
  },
  deliver: { name: t('Deliver'), text: t('Share folders with partners, and change or remove their access.') },
  accept: {
    name: t('Accept'),
    text: t(
      'Accept and reject requests; extend, revoke and resend transfers. Accepting requires the verification code mailed to you, unless you allow it below.',
    ),
  },
};

/** Receivers cannot upload, deliver or accept. */
export const scopesFor = (userType: UserType): readonly ProgramScope[] =>
  userType === 'receiver' ? ['read'] : keyScopes;

export const scopeNames = (scopes: readonly KeyScope[]): string =>
  keyScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => scopeTexts[scope].name)
    .join(', ');

/** Shown after the scopes. */
export const sealingTexts: Record<ApiKeyView['sealing'], string> = {
  none: '',
  live: ` ${t('· seals and opens files')}`,
  outdated: ` ${t('· its sealing key no longer works, because you created new encryption keys')}`,
};

const soonDays = 14;

/** The state of a key. */
export function apiKeyStatus(
  { revokedAt, expiresAt }: Pick<ApiKeyView, 'revokedAt' | 'expiresAt'>,
  now = dayjs(),
): { isLive: boolean; tone: Tone; text: string } {
  if (revokedAt) return { isLive: false, tone: 'red', text: t('Revoked') };
  if (!now.isBefore(expiresAt)) return { isLive: false, tone: 'grey', text: t('Expired') };
  if (now.add(soonDays, 'day').isAfter(expiresAt)) return { isLive: true, tone: 'yellow', text: t('Expires soon') };
  return { isLive: true, tone: 'green', text: t('Active') };
}

/** Splits addresses that are separated by lines or commas. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
