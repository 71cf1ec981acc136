import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import type { FoundContact } from './contacts/found-contact';

/** The step of the protocol that failed, so that a client can explain the problem and its effect. */
export type Step =
  /** Keys that the server sent are of the contact. */
  | 'contact-keys'
  /** A first contact states an address with the keys. */
  | 'contact-address'
  /** The key log, or the user's own ledger, contains the keys of a contact. */
  | 'contact-record'
  /** The keys are the known ones. */
  | 'contact-change'
  /** The folder in the answer is the one that this client has created. */
  | 'new-folder'
  /** The server names what the receiver chose to request. */
  | 'request-choice'
  /** The receiver has signed the request. */
  | 'request-unsigned'
  /** What the receiver has signed is what is granted, and what the person saw. */
  | 'request-signature'
  /** The receiver is the one that the person saw. */
  | 'grant-receiver'
  /** The files are this person's. */
  | 'grant-sender'
  /** The files are among those that the person saw. */
  | 'grant-files'
  /** The file is the one that the person saw under this name. */
  | 'grant-file-name'
  /** The ledger contains the files that are granted again. */
  | 'grant-extension'
  /** The file was sealed by this person. */
  | 'own-file-owner'
  /** The present keys open the file. */
  | 'own-file-key'
  /** The content is the one that this person sealed. */
  | 'own-file-content'
  /** The transfer has grants. */
  | 'transfer-keys-missing'
  /** The transfer is for this person. */
  | 'transfer-recipient'
  /** The grants are the sender's, for exactly this transfer. */
  | 'transfer-grants'
  /** The ledger contains the user's own transfer. */
  | 'transfer-own'
  /** The file is the one that its sender sealed under this name. */
  | 'transfer-file-name'
  /** The service has signed the list of the archive, and it is of this transfer. */
  | 'archive-list';

/** A check of the protocol failed. Nothing was sealed, signed, granted or opened. */
export class Refused extends SealingError {
  constructor(
    problem: SealingProblem,
    readonly step: Step,
    /** The contact or file concerned, as its person knows it. */
    readonly about = '',
  ) {
    super(problem);
  }
}

/** A contact's keys differ from the known ones: they are not used until a person confirms them. */
export class ContactChanged extends Refused {
  constructor(
    readonly contact: FoundContact,
    about: string,
  ) {
    super('KEY_CHANGED', 'contact-change', about);
  }
}

/** Runs checks of one step. @throws Refused for a SealingError */
export async function inStep<T>(step: Step, about: string, checks: () => Promise<T> | T): Promise<T> {
  try {
    return await checks();
  } catch (error) {
    if (error instanceof SealingError && !(error instanceof Refused)) throw new Refused(error.problem, step, about);
    throw error;
  }
}
