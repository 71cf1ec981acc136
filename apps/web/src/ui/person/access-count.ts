import type { FolderView } from '@tradepost/contracts/storage';

/** Addresses with access to a folder, also those that the answer leaves out. */
export const accessCountOf = ({ emails, omittedEmails = 0 }: Pick<FolderView, 'emails' | 'omittedEmails'>): number =>
  emails.length + omittedEmails;
