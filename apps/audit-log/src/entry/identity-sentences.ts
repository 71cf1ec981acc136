import { identityEvents } from '@tradepost/contracts/identity';
import { because, both, listed, minute, ownChain, sentencesFor, who } from './sentence';

/** Accounts, companies, keys and partners. */
export const identitySentences = sentencesFor(identityEvents, {
  userSignedUp: ({ userId, email, userType }) => ({
    chains: [userId],
    message: `${email} signed up as a ${userType}`,
  }),
  emailVerified: ({ userId, email }) => ({ chains: [userId], message: `${email} verified their e-mail address` }),
  companySaved: ({ companyId, companyName, email, created }) => ({
    chains: [companyId],
    message: `${email} ${created ? 'added the company' : 'changed the details of'} ${companyName}`,
  }),
  signedIn: ({ userId, email }) => ({ chains: [userId], message: `${email} signed in` }),
  sessionEnded: ({ userId }, { actor }) => ({
    chains: [userId],
    message: !actor
      ? 'A session was ended'
      : actor.userId === userId
        ? `${actor.email} signed out`
        : `${actor.email} ended a session`,
  }),
  apiKeyCreated: ({ companyId, name, scopes, addresses, expiresAt, allowance, sealing }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} created the API key ${name} (${listed(scopes)}${sealing ? ', with a sealing key' : ''}) until ${minute(expiresAt)}, for use from ${addresses.length > 0 ? listed(addresses, 'addresses') : 'anywhere'}${allowance ? `, and wrote: "${allowance}"` : ''}`,
  }),
  apiKeyRevoked: ({ companyId, name }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} revoked the API key ${name}`,
  }),
  suspended: ({ userId, companyId, email, reason }, meta) => ({
    chains: [companyId ?? userId, ...ownChain(meta)],
    message: `${who(meta)} suspended ${email}${because(reason)}`,
  }),
  restored: ({ userId, companyId, email }, meta) => ({
    chains: [companyId ?? userId, ...ownChain(meta)],
    message: `${who(meta)} restored the access of ${email}`,
  }),
  quotaChanged: ({ companyId, companyName, totalStorage }, meta) => ({
    chains: [companyId, ...ownChain(meta)],
    message: `${who(meta)} set the storage of ${companyName} to ${(totalStorage / 1024 ** 3).toFixed(2)} GB`,
  }),
  passwordReset: ({ userId, email }) => ({ chains: [userId], message: `${email} set a new password` }),
  dataExported: ({ userId, email }) => ({
    chains: [userId],
    message: `${email} downloaded all data held about the account`,
  }),
  deletionRequested: ({ userId, email, deletionAt }) => ({
    chains: [userId],
    message: `${email} requested the deletion of the account on ${deletionAt.slice(0, 10)}`,
  }),
  deletionCancelled: ({ userId, email }) => ({
    chains: [userId],
    message: `${email} cancelled the deletion of the account`,
  }),
  accountDeleted: ({ userId, companyId, email }) => ({
    chains: [companyId ?? userId],
    message: `The account of ${email} was deleted`,
  }),
  keysPublished: ({ userId, companyId, email, changed }) => ({
    chains: companyId ? [userId, companyId] : [userId],
    message: changed
      ? `${email} created new encryption keys, which cannot open the files encrypted for the previous keys`
      : `${email} created encryption keys`,
  }),
  vaultRewrapped: ({ userId, email, kind }) => ({
    chains: [userId],
    message:
      kind === 'recovery'
        ? `${email} created a new recovery key`
        : `${email} unlocked the encryption keys with the recovery key`,
  }),
  sealingRequired: ({ companyId, email, required }) => ({
    chains: [companyId],
    message: required
      ? `${email} made end-to-end encryption of files mandatory`
      : `${email} made end-to-end encryption of files optional`,
  }),
  passwordChanged: ({ userId, email }) => ({ chains: [userId], message: `${email} changed their password` }),
  passwordMoved: ({ userId, email }) => ({
    chains: [userId],
    message: `The password of ${email} is now protected so that the server never sees it`,
  }),
  totpChanged: ({ userId, email, on }) => ({
    chains: [userId],
    message: `${email} turned two-step sign-in ${on ? 'on' : 'off'}`,
  }),
  invitationWithdrawn: ({ companyId, companyName, email, by }, meta) => ({
    chains: [companyId],
    message:
      by === 'inviter'
        ? `${who(meta)} withdrew the invitation of ${email}`
        : `${email} declined the invitation of ${companyName}`,
  }),
  partnershipEnded: ({
    companyId,
    companyName,
    receiverUserId,
    receiverCompanyId = null,
    email,
    by,
    keepTransfers,
  }) => ({
    chains: both({ companyId, receiverUserId, receiverCompanyId }),
    message:
      by === 'inviter'
        ? `${companyName} ended the partnership with ${email}${keepTransfers ? '; live transfers continue' : ''}`
        : `${email} ended the partnership with ${companyName}`,
  }),
  invitationSent: ({ companyId, email }, meta) => ({ chains: [companyId], message: `${who(meta)} invited ${email}` }),
  invitationAccepted: (invitation) => ({
    chains: both(invitation),
    message: `${invitation.email} accepted the invitation of ${invitation.companyName}`,
  }),
});
