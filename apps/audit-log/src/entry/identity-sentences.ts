import { identityEvents } from '@tradepost/contracts/identity';
import { company, ipAddress, person, textOf } from './personal-texts';
import { because, both, listed, minute, ownChain, sentencesFor, who } from './sentence';

const usualExpiryTexts = {
  day: 'the next day',
  week: '7 days',
  month: '30 days',
  endOfMonth: 'the end of the month',
};

/** Accounts, companies, keys and partners. */
export const identitySentences = sentencesFor(identityEvents, {
  userSignedUp: ({ userId, email, userType }) => ({
    chains: [userId],
    message: `${person(email)} signed up as a ${userType}`,
  }),
  emailVerified: ({ userId, email }) => ({
    chains: [userId],
    message: `${person(email)} verified their e-mail address`,
  }),
  companySaved: ({ companyId, companyName, created }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} ${created ? 'added the company' : 'changed the details of'} ${company(companyId, companyName)}`,
  }),
  signedIn: ({ userId, email, by, companyId }) => ({
    chains: [userId, ...(companyId ? [companyId] : [])],
    message: `${person(email)} signed in${by === 'passkey' ? ' with a passkey' : by === 'sso' ? ' with single sign-on' : ''}`,
  }),
  passkeyAdded: ({ userId, email, name, opensVault }) => ({
    chains: [userId],
    message: `${person(email)} added the passkey ${textOf(userId, name)}${opensVault ? ', which also opens the encryption keys' : ''}`,
  }),
  passkeyRemoved: ({ userId, email, name }) => ({
    chains: [userId],
    message: `${person(email)} removed the passkey ${textOf(userId, name)}`,
  }),
  passkeyCopied: ({ userId, email, name }) => ({
    chains: [userId],
    message: `The passkey ${textOf(userId, name)} of ${person(email)} was refused, because it may have been copied`,
  }),
  sessionEnded: ({ userId }, { actor }) => ({
    chains: [userId],
    message: !actor
      ? 'A session was ended'
      : actor.userId === userId
        ? `${person(actor.email)} signed out`
        : `${person(actor.email)} ended a session`,
  }),
  apiKeyCreated: ({ companyId, userId, name, scopes, addresses, expiresAt, allowance, sealing }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} created the API key ${textOf(userId, name)} (${listed(scopes)}${sealing ? ', with a sealing key' : ''}) until ${minute(expiresAt)}, for use from ${
      addresses.length > 0
        ? listed(
            addresses.map((ip) => ipAddress(userId, ip)),
            'addresses',
          )
        : 'anywhere'
    }${allowance ? `, and wrote: "${textOf(userId, allowance)}"` : ''}`,
  }),
  apiKeyRevoked: ({ companyId, userId, name }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} revoked the API key ${textOf(userId, name)}`,
  }),
  suspended: ({ userId, companyId, email, reason }, meta) => ({
    chains: [companyId ?? userId, ...ownChain(meta)],
    message: `${who(meta)} suspended ${person(email)}${because(reason && textOf(userId, reason))}`,
  }),
  restored: ({ userId, companyId, email }, meta) => ({
    chains: [companyId ?? userId, ...ownChain(meta)],
    message: `${who(meta)} restored the access of ${person(email)}`,
  }),
  quotaChanged: ({ companyId, companyName, totalStorage }, meta) => ({
    chains: [companyId, ...ownChain(meta)],
    message: `${who(meta)} set the storage of ${company(companyId, companyName)} to ${(totalStorage / 1024 ** 3).toFixed(2)} GB`,
  }),
  passwordReset: ({ userId, email }) => ({ chains: [userId], message: `${person(email)} set a new password` }),
  dataExported: ({ userId, email }) => ({
    chains: [userId],
    message: `${person(email)} downloaded all data held about the account`,
  }),
  deletionRequested: ({ userId, email, deletionAt }) => ({
    chains: [userId],
    message: `${person(email)} requested the deletion of the account on ${deletionAt.slice(0, 10)}`,
  }),
  deletionCancelled: ({ userId, email }) => ({
    chains: [userId],
    message: `${person(email)} cancelled the deletion of the account`,
  }),
  accountDeleted: ({ userId, companyId, email }) => ({
    chains: [companyId ?? userId],
    message: `The account of ${person(email)} was deleted`,
  }),
  keysPublished: ({ userId, companyId, email, changed, former }) => ({
    chains: [companyId ?? userId],
    message: former
      ? `${person(email)} created new encryption keys, which also open the files encrypted for the previous keys`
      : changed
        ? `${person(email)} created new encryption keys, which cannot open the files encrypted for the previous keys`
        : `${person(email)} created encryption keys`,
  }),
  vaultRewrapped: ({ userId, email, kind }) => ({
    chains: [userId],
    message:
      kind === 'recovery'
        ? `${person(email)} created a new recovery key`
        : `${person(email)} unlocked the encryption keys with the recovery key`,
  }),
  sealingRequired: ({ companyId, required }, meta) => ({
    chains: [companyId],
    message: required
      ? `${who(meta)} made end-to-end encryption of files mandatory`
      : `${who(meta)} made end-to-end encryption of files optional`,
  }),
  usualExpiryChanged: ({ companyId, usualExpiry }, meta) => ({
    chains: [companyId],
    message:
      usualExpiry === 'ask'
        ? `${who(meta)} removed the usual expiry of transfers`
        : `${who(meta)} set the usual expiry of transfers to ${usualExpiryTexts[usualExpiry]}`,
  }),
  logoChanged: ({ companyId, email, removed }) => ({
    chains: [companyId],
    message: `${person(email)} ${removed ? 'removed' : 'changed'} the logo of the company`,
  }),
  nameChanged: ({ userId, email }) => ({ chains: [userId], message: `${person(email)} changed their name` }),
  passwordChanged: ({ userId, email }) => ({ chains: [userId], message: `${person(email)} changed their password` }),
  passwordMoved: ({ userId, email }) => ({
    chains: [userId],
    message: `The password of ${person(email)} is now protected so that the server never sees it`,
  }),
  totpChanged: ({ userId, email, on, replaced }) => ({
    chains: [userId],
    message: replaced
      ? `${person(email)} replaced the authenticator app of two-step sign-in`
      : `${person(email)} turned two-step sign-in ${on ? 'on' : 'off'}`,
  }),
  recoveryCodesRenewed: ({ userId, email }) => ({
    chains: [userId],
    message: `${person(email)} replaced the recovery codes of two-step sign-in`,
  }),
  invitationWithdrawn: ({ companyId, companyName, email, by }, meta) => ({
    chains: [companyId],
    message:
      by === 'inviter'
        ? `${who(meta)} withdrew the invitation of ${person(email)}`
        : `${person(email)} declined the invitation of ${company(companyId, companyName)}`,
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
        ? `${company(companyId, companyName)} ended the partnership with ${person(email)}${keepTransfers ? '; live transfers continue' : ''}`
        : `${person(email)} ended the partnership with ${company(companyId, companyName)}`,
  }),
  partnerNoteChanged: ({ companyId, partnerEmail, removed }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} ${removed ? 'removed' : 'changed'} the note on ${person(partnerEmail)}`,
  }),
  invitationSent: ({ companyId, email }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} invited ${person(email)}`,
  }),
  invitationAccepted: (invitation) => ({
    chains: both(invitation),
    message: `${person(invitation.email)} accepted the invitation of ${company(invitation.companyId, invitation.companyName)}`,
  }),
  memberInvited: ({ companyId, email, roles }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} invited ${person(email)} as a member: ${roles.join(', ')}`,
  }),
  memberInvitationEnded: ({ companyId, companyName, email, by }, meta) => ({
    chains: [companyId],
    message:
      by === 'company'
        ? `${who(meta)} withdrew the invitation of ${person(email)} as a member`
        : `${person(email)} declined to be a member of ${company(companyId, companyName)}`,
  }),
  memberJoined: ({ companyId, companyName, email, roles }) => ({
    chains: [companyId],
    message: `${person(email)} joined ${company(companyId, companyName)} as a member: ${roles.join(', ')}`,
  }),
  memberRolesChanged: ({ companyId, email, before, roles, by }, meta) => ({
    chains: [companyId],
    message: `${by === 'sso' ? 'Single sign-on' : who(meta)} changed the roles of ${person(email)} from ${before.join(', ')} to ${roles.join(', ')}`,
  }),
  absenceChanged: ({ companyId, absence }, meta) => ({
    chains: [companyId],
    message: !absence
      ? `${who(meta)} ended their absence`
      : absence.delegateEmail
        ? `${who(meta)} will be away from ${minute(absence.from)} until ${minute(absence.until)}, and ${person(absence.delegateEmail)} stands in`
        : `${who(meta)} will be away from ${minute(absence.from)} until ${minute(absence.until)}`,
  }),
  ssoChanged: ({ companyId, setting }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} ${
      {
        saved: 'saved the connection for single sign-on',
        removed: 'removed the connection for single sign-on',
        enforced: 'made single sign-on mandatory for members',
        optional: 'made single sign-on optional for members',
      }[setting]
    }`,
  }),
  ssoDomainChanged: ({ companyId, domain, change }, meta) => ({
    chains: [companyId],
    message:
      change === 'lost'
        ? `Another company has verified the domain ${domain}, which can no longer be used for single sign-on`
        : `${who(meta)} ${change === 'verified' ? 'verified' : 'removed'} the domain ${domain} for single sign-on`,
  }),
  ssoLinked: ({ companyId, companyName, email, userId }) => ({
    chains: [companyId, userId],
    message: `${person(email)} linked their account with the single sign-on of ${company(companyId, companyName)}`,
  }),
  companyKeyChanged: ({ companyId, email, given }, meta) => ({
    chains: [companyId],
    message: given
      ? `${who(meta)} gave the member ${person(email)} access to end-to-end encrypted files`
      : `The member ${person(email)} no longer has access to end-to-end encrypted files`,
  }),
  keyHandoverChanged: ({ companyId, userId, handover }, meta) => ({
    chains: [companyId, userId],
    message: `${who(meta)} ${
      {
        asked: 'asked their other devices for their encryption key on a new device',
        given: 'gave their encryption key to another device of theirs',
        taken: 'opened their encryption key on a new device',
        stopped: 'ended the request of a device for their encryption key',
      }[handover]
    }`,
  }),
  ledgerEntriesRemoved: ({ companyId, from, count }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} removed the newest entries of the company’s record of contacts and deliveries, from number ${from} on: ${count}`,
  }),
  recoveryChanged: ({ companyId, step, holders, threshold }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} ${
      {
        made: `gave recovery shares of the company’s keys to ${holders} members, and ${threshold} of them can open the keys together`,
        ended: 'ended the recovery shares of the company’s keys',
        started: 'started to recover the company’s keys',
        approved: 'approved the recovery of the company’s keys',
        stopped: 'stopped the recovery of the company’s keys',
        finished: 'recovered the company’s keys',
      }[step]
    }`,
  }),
  handoverChanged: ({ companyId, companyName, stage, email, toEmail }, meta) => ({
    chains: [companyId],
    message: {
      started: `${who(meta)} asked ${person(toEmail)} to take over ${company(companyId, companyName)}`,
      cancelled: `${who(meta)} stopped the handover of ${company(companyId, companyName)} to ${person(toEmail)}`,
      accepted: `${person(toEmail)} took over ${company(companyId, companyName)}, and signs in as the owner with the address ${person(email)} from now on`,
    }[stage],
  }),
  memberRemoved: ({ companyId, email }, meta) => ({
    chains: [companyId],
    message: `${who(meta)} removed the member ${person(email)}`,
  }),
  memberLeft: ({ companyId, companyName, email }) => ({
    chains: [companyId],
    message: `${person(email)} left ${company(companyId, companyName)}`,
  }),
});
