import { command, event, internal } from '../define';
import { email, id, object, type Message } from '../values/fields';
import type { Language } from '../values/language';
import type { Company } from './company';
import { current } from './password';
import type { Security } from './two-step';
import { language, personName, type PersonName, type User } from './user';

export const accountCommands = {
  /**
   * `deletionAt`: when the account will be deleted; null if its owner did not request it. `language`: of the caller's screens and
   * mails; null before it was chosen. `memberships`: how many companies the caller is a member of. `memberInvitations`: how many
   * wait for an answer of the caller. A session by single sign-on counts only its company.
   */
  me: command<{
    user: User;
    company?: Company;
    security: Security;
    deletionAt: string | null;
    language: Language | null;
    memberships: number;
    memberInvitations: number;
  }>()('identity.me', object({})),
  /** Sets the language of the caller's screens and mails. */
  saveLanguage: command<{ language: Language }>()('identity.save-language', object({ language: language.required() })),
  /** Changes the caller's name, as partners, members and admins see it. The log has that it changed, not to what. A repeat changes nothing. */
  saveName: command<PersonName>()('identity.save-name', personName),
  /** Checks the password before an export of all data of the account. Rate-limited and recorded in the log. @throws PASSWORD_WRONG */
  authorizeExport: command<Message>()('identity.authorize-export', object({ password: current })),
  /** Schedules the deletion of the account. Until then it works normally and the deletion can be cancelled. Not for admins. A repeat changes nothing. @throws PASSWORD_WRONG */
  requestDeletion: command<Message & { deletionAt: string }>()(
    'identity.request-deletion',
    object({ password: current }),
  ),
  /** Cancels the scheduled deletion. */
  cancelDeletion: command<Message>()('identity.cancel-deletion', object({})),
  /**
   * `language`: of who reads mail for this address; null for one without an account, and before its owner has chosen a language. `address`: where
   * the mail goes, which is another one for an account that was handed over; absent in answers of the release before.
   */
  languageOf: internal<{ language: Language | null; address?: string }>()(
    'identity.language-of',
    object({ email: email().required() }),
  ),
  userOf: internal<{ user: User; company?: Company }>()('identity.user-of', object({ userId: id().required() })),
};

export const accountEvents = {
  nameChanged: event<{ userId: string; email: string }>('evt.identity.name-changed', { to: ['audit'] }),
  dataExported: event<{ userId: string; email: string }>('evt.identity.data-exported', { to: ['audit'] }),
  deletionRequested: event<{ userId: string; email: string; deletionAt: string }>('evt.identity.deletion-requested', {
    to: ['audit'],
  }),
  deletionCancelled: event<{ userId: string; email: string }>('evt.identity.deletion-cancelled', { to: ['audit'] }),
  /** Identity has deleted the user's data; each subscriber deletes its own, except records that law requires. `email`: the former address. */
  accountDeleted: event<{ userId: string; email: string; companyId: string | null }>('evt.identity.account-deleted', {
    to: ['audit', 'kyc', 'storage', 'requests', 'notification'],
  }),
};
