import { t } from '../../i18n/t';

/** Groups of four in a recovery key, without the check symbol. */
const groupCount = 8;

/** Two different groups (0 to 7), in order, to confirm. @param random in [0, 1) */
export function twoGroups(random: () => number = Math.random): [number, number] {
  const first = Math.floor(random() * groupCount);
  const second = (first + 1 + Math.floor(random() * (groupCount - 1))) % groupCount;
  return first < second ? [first, second] : [second, first];
}

export interface Kit {
  code: string;
  email: string;
  origin: string;
  made: string;
  /** Whether the person has a password, which opens the files, too. */
  hasPassword: boolean;
}

export const onlyThisKey = t('Only this key and the passkeys that you add open your end-to-end encrypted files.');

/** The kit as a text file. */
export const kitText = ({ code, email, origin, made, hasPassword }: Kit) =>
  [
    t('Tradepost recovery key'),
    '',
    code,
    '',
    t('Account: {email}', { email }),
    t('Address: {origin}', { origin }),
    t('Created: {made}', { made }),
    '',
    hasPassword ? t('If you forget your password, only this key opens your end-to-end encrypted files.') : onlyThisKey,
    t('Nobody else has it, and we can’t recreate it. Anyone who has it and your account can read your files:'),
    hasPassword
      ? t('store it with your important papers, away from your password.')
      : t('store it with your important papers.'),
    '',
  ].join('\n');
