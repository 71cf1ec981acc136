import type { FoundPartner } from '@tradepost/contracts/identity';
import type { FoundRequest } from '@tradepost/contracts/requests';
import type { FoundFile, FoundFolder } from '@tradepost/contracts/storage';
import { baseLetters } from '@tradepost/contracts/values/base-letters';
import { locale } from '../../i18n/language';
import { t } from '../../i18n/t';

/** One result, as the dialog shows it and as this device remembers it. */
export interface Hit {
  kind: 'folder' | 'file' | 'partner' | 'request';
  title: string;
  text: string;
  /** The address of the very thing. */
  to: string;
  /** Chooses the icon of a file. */
  mimeType?: string;
}

const query = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values).toString()}`;
const counted = (count: number) =>
  t('{shown} {count, plural, one {file} other {files}}', { shown: count.toLocaleString(locale), count });
/** Folders of the own company are in the workspace, delivered ones among those shared with the caller. */
const placeOf = (companyName: string | null) => (companyName === null ? '/workspace' : '/share-folders');
const from = (companyName: string | null) => (companyName === null ? [] : [t('From {companyName}', { companyName })]);

export const ofFolder = ({ id, name, count, companyName }: FoundFolder): Hit => ({
  kind: 'folder',
  title: name,
  text: [...from(companyName), counted(count)].join(' · '),
  to: query(placeOf(companyName), { folder: id }),
});

export const ofFile = ({ id, name, mimeType, folderId, folderName, companyName }: FoundFile): Hit => ({
  kind: 'file',
  title: name,
  text: [...from(companyName), t('In {folderName}', { folderName })].join(' · '),
  to: query(placeOf(companyName), { folder: folderId, file: id }),
  mimeType,
});

export function ofPartner({ role, email, companyName, status }: FoundPartner): Hit {
  const hit = { kind: 'partner' as const, title: companyName ?? email };
  if (role === 'invited')
    return {
      ...hit,
      text: status === 'pending' ? t('Invited, not joined yet') : t('You invited {email}', { email }),
      to: query('/invitations', { q: email }),
    };
  if (status === 'pending') return { ...hit, text: t('Invited you: {email}', { email }), to: '/accept-invitation' };
  return {
    ...hit,
    text: t('Shares with you: {email}', { email }),
    to: query('/share-folders', { company: companyName ?? email }),
  };
}

export function ofRequest({ id, role, companyName, status, files, fileNames }: FoundRequest): Hit {
  const more = files - fileNames.length;
  return {
    kind: 'request',
    title:
      role === 'sender'
        ? t('{companyName} requested {files}', { companyName, files: counted(files) })
        : t('{files} of {companyName}', { files: counted(files), companyName }),
    text: `${t(status)} · ${more > 0 ? t('{names} and {more} more', { names: fileNames.join(', '), more }) : fileNames.join(', ')}`,
    to: `/requests/${id}`,
  };
}

/** The parts of a text around the first match, for people to see why it was found. */
export function splitAt(text: string, q: string): [before: string, match: string, after: string] {
  const shown = text.normalize('NFC');
  const [base, wanted] = [baseLetters(shown), baseLetters(q)];
  // of one length, each letter is where its base letter is
  const at = wanted && base.length === shown.length ? base.indexOf(wanted) : -1;
  if (at < 0) return [text, '', ''];
  const end = at + wanted.length;
  return [shown.slice(0, at), shown.slice(at, end), shown.slice(end)];
}
