import type { Mode } from '@tradepost/contracts/encryption/sealed';
import { isJoinedHash } from '@tradepost/contracts/values/upload-sizes';
import { t } from '../../i18n/t';

/** What the recorded hash of a file is of. The server knows only the sealed bytes of an encrypted file, and only the parts of one that the store has joined. */
export function hashLabel({ mode, sha256 }: { mode: Mode; sha256: string }): string {
  if (mode === 'managed') return t('SHA-256');
  return isJoinedHash(sha256) ? t('SHA-256 of the parts of the encrypted file') : t('SHA-256 of the encrypted file');
}
