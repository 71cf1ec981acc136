import { ContactChanged, Refused, type Step } from '@tradepost/client/refused';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import { messageFor } from '../vault/texts';
import { t } from '../i18n/t';
import { KeyChanged } from './key-changed';

/** A check of sealed data failed. The message is for people. Nothing was delivered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const noAccess = t('No access was given.');
const noDownload = t('Nothing was downloaded.');
const notGranted = t('The server named other files or another receiver than the ones you gave access to. {noAccess}', {
  noAccess,
});

/** The sentence of each step. `about`: the contact or file. */
const sentences: Record<Step, (about: string, problem: SealingProblem) => string> = {
  'contact-keys': (who) =>
    t(
      'The keys that the server sent for {who} are not verified, so they are not used. Please contact your administrator.',
      { who },
    ),
  'contact-address': (who) =>
    t('{who} has to sign in once before you can exchange files. Nothing was opened or shared.', { who }),
  'contact-record': (who, problem) =>
    t('The keys of {who} are not used: {problem} Nothing was opened or shared.', { who, problem: messageFor(problem) }),
  'contact-change': (who) => t('{who}’s security number changed.', { who }),
  'new-folder': (name) => t('The server answered with another folder than {name}. Nothing was put into it.', { name }),
  'request-choice': () => t('The server named other files or another request than the one shown. Nothing was signed.'),
  'request-unsigned': (who) =>
    t('{who} has to sign this request first, because its files are end-to-end encrypted. {noAccess}', {
      who,
      noAccess,
    }),
  'request-signature': (who) =>
    t('{who} has not signed this request: the server named other files, versions or texts, or made it up. {noAccess}', {
      who,
      noAccess,
    }),
  'grant-receiver': () => t('The server named another receiver than the one shown. {noAccess}', { noAccess }),
  'grant-sender': () => t('Only the person who sent these files can give access to them.'),
  'grant-files': () => t('The server named a file that is not part of this request. {noAccess}', { noAccess }),
  'grant-file-name': (name) =>
    t('{name} is not the file you encrypted under that name: it was changed on the server. {noAccess}', {
      name,
      noAccess,
    }),
  'grant-extension': (who, problem) => {
    if (problem === 'TRANSFER_REVOKED' || problem === 'LEDGER_ROLLED_BACK') return messageFor(problem);
    if (problem !== 'REQUEST_REFUSED') return notGranted;
    return t('{who} or you created new keys after this request. They have to request these files again. {noAccess}', {
      who,
      noAccess,
    });
  },
  'own-file-owner': (name) =>
    t('{name} was encrypted by another person in your company, and only they can open it.', { name }),
  'own-file-key': (name) =>
    t(
      '{name} can’t be opened with your current keys. It was encrypted before you created new keys, or its key was changed on the server.',
      { name },
    ),
  'own-file-content': (name) =>
    t('{name} was changed on the server after you encrypted it. Nothing was opened or saved.', { name }),
  'transfer-keys-missing': () =>
    t('The keys for these files are missing on the server. {noDownload} Ask the sender to deliver them again.', {
      noDownload,
    }),
  'transfer-recipient': () =>
    t('These files were encrypted for another person, and only they can open them. {noDownload}', { noDownload }),
  'transfer-grants': (_, problem) => {
    if (problem === 'GRANT_KEY_STALE')
      return t("Your new key can't open these files. {noDownload} Ask the sender to deliver them again.", {
        noDownload,
      });
    if (problem === 'GRANT_EXPIRED') return t('The file transfer has expired and is no longer available.');
    if (problem.startsWith('KEY_LOG')) return `${messageFor(problem)} ${noDownload}`;
    if (problem.startsWith('REQUEST_'))
      return t('These are not the files that you requested. {noDownload} Ask the sender to deliver them again.', {
        noDownload,
      });
    return t(
      'The keys of these files were not made for you and this transfer. {noDownload} Ask the sender to deliver them again.',
      { noDownload },
    );
  },
  'transfer-own': () => t('These are not the files that you gave to this receiver. {noDownload}', { noDownload }),
  'transfer-file-name': (name) =>
    t('{name} is not the file its sender encrypted under that name. {noDownload}', { name, noDownload }),
  'archive-list': () =>
    t('The list of files in the archive is not the one the service signed. {noDownload}', { noDownload }),
};

/** Runs a step of the protocol. @throws Refusal with its sentence, KeyChanged; other errors as they are */
export async function explained<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ContactChanged) throw new KeyChanged(error.contact, error.about);
    if (error instanceof Refused) throw new Refusal(sentences[error.step](error.about, error.problem));
    throw error;
  }
}

/** The error to show when a chunk, hash or length of a download is wrong. */
export function downloadError(error: unknown, name?: string): Error {
  if (!(error instanceof SealingError))
    return error instanceof Error ? error : new Error(t('An unknown error occurred'));
  const what = (error as { about?: string }).about ?? name ?? t('A file');
  if (error.problem === 'META_MISMATCH')
    return new Refusal(
      t('{what} is not the file its sender encrypted. The download was stopped and nothing was saved.', { what }),
    );
  if (error.problem === 'TRUNCATED')
    return new Refusal(t('The end of {what} is missing. The download was stopped and nothing was saved.', { what }));
  if (error.problem === 'WRONG_KEY' || error.problem === 'WRONG_FILE')
    return new Refusal(
      t('{what} is not encrypted with the key that came with it. The download was stopped and nothing was saved.', {
        what,
      }),
    );
  return new Refusal(
    t('{what} was changed after it was encrypted. The download was stopped and nothing was saved.', { what }),
  );
}
