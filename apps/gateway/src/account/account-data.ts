import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { In, Out } from '@tradepost/contracts/define';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import type { Page } from '@tradepost/contracts/values/fields';
import { identity } from '@tradepost/contracts/identity';
import { kyc } from '@tradepost/contracts/kyc';
import { notification } from '@tradepost/contracts/notification';
import { isOwner } from '@tradepost/contracts/roles';
import { requests, type RequestView } from '@tradepost/contracts/requests';
import { storage } from '@tradepost/contracts/storage';
import { webhooks } from '@tradepost/contracts/webhooks';
import type { CommandSender } from '../http/route-call';

/** The commands that the export sends. */
export const accountCommands = [
  identity.me,
  identity.keys,
  identity.personKey,
  identity.recovery,
  identity.sessions,
  identity.passkeys,
  identity.apiKeys,
  identity.companies,
  identity.receivedMemberInvitations,
  identity.members,
  identity.memberInvitations,
  identity.sso,
  identity.receivedInvitations,
  identity.sentInvitations,
  kyc.get,
  storage.folders,
  storage.files,
  storage.stats,
  storage.receivedFolders,
  requests.mine,
  requests.ofCompany,
  requests.details,
  requests.transfers,
  requests.myTransfers,
  requests.ownComments,
  notification.preferences,
  notification.feed,
  webhooks.list,
  audit.logs,
] as const;
export type AccountCommand = (typeof accountCommands)[number];

const pageSize = 200;

const readme = `All data that Tradepost holds about this account at the time of this export.

account.json        you, your company, your sessions, your passkeys, your API keys, your invitations,
                    the companies you are a member of, the members of your company,
                    your notes on partners, your public encryption keys,
                    the members who hold recovery shares of your company's keys
registration.json   the business registration: answers, documents, review results
workspace.json      folders and files with their terms, and deliveries to you
requests.json       requests that you sent and received, transfers, and your comments
notifications.json  notifications, mail preferences, and your webhooks
log.json            audit log entries about you and your company

You can download the files themselves, and the documents of a registration, in Tradepost.
Password hashes, codes, private keys and secrets of API keys are left out: only an attacker could use them.
`;

/** The texts of the export by file name. Each service decides what the actor can read. */
export async function accountData(
  sender: CommandSender<AccountCommand>,
  actor: UserActor,
): Promise<Record<string, string>> {
  const send = <C extends AccountCommand>(command: C, input: In<C>): Promise<Out<C>> => sender.send(command, input);
  // a member gets what is their own: the data of the company is its owner's
  const ownCompany = isOwner(actor) ? actor.companyId : null;
  const isSender = actor.userType === 'sender' && ownCompany !== null;
  const isOpen = ownCompany !== null && actor.kycStatus !== 'Pending';

  // wrapped private keys and pins are left out: they are useful only inside the account
  const encryptionKeys = async () => {
    const { keys } = await send(identity.keys, {});
    return keys && { public: keys.bundle, recoveryKeySaved: keys.recoverySaved };
  };
  const account = async () => ({
    ...(await send(identity.me, {})),
    encryptionKeys: await encryptionKeys(),
    memberKey: (await send(identity.personKey, {})).key?.key ?? null,
    recoveryShares: actor.companyId && (await send(identity.recovery, {})).set,
    sessions: await send(identity.sessions, {}),
    passkeys: await send(identity.passkeys, {}),
    companies: await send(identity.companies, {}),
    memberInvitationsReceived: await send(identity.receivedMemberInvitations, {}),
    ...(ownCompany && {
      apiKeys: await send(identity.apiKeys, {}),
      members: await send(identity.members, { pageSize }),
      memberInvitations: await send(identity.memberInvitations, {}),
    }),
    ...(isOwner(actor) && { invitationsReceived: await send(identity.receivedInvitations, {}) }),
    ...(isSender && { invitationsSent: await send(identity.sentInvitations, {}) }),
  });
  const registration = async () => (isSender ? send(kyc.get, {}) : null);
  const workspace = async () => {
    if (!isOpen) return null;
    const folders = isSender ? await send(storage.folders, {}) : [];
    const filled = [];
    for (const { files: _newest, ...folder } of folders)
      filled.push({
        ...folder,
        files: await readAllPages((page) =>
          send(storage.files, { folderId: folder.id, page, pageSize } as In<typeof storage.files>),
        ),
      });
    return {
      usage: await send(storage.stats, {}),
      folders: filled,
      received: await readAllPages((page) => send(storage.receivedFolders, { page, pageSize })),
    };
  };
  const requestsAndTransfers = async () => {
    if (!isOpen) return null;
    const list = async (command: typeof requests.mine | typeof requests.ofCompany) => {
      const listed = await readAllPages(
        (page) => send(command, { page, pageSize } as In<typeof command>) as Promise<Page<RequestView>>,
      );
      const whole = [];
      for (const request of listed)
        whole.push(request.omittedFiles ? (await send(requests.details, { id: request.id })).request : request);
      return whole;
    };
    const transfers = (command: typeof requests.transfers | typeof requests.myTransfers) =>
      readAllPages((page) => send(command, { page, pageSize } as In<typeof command>));
    return {
      asked: await list(requests.mine),
      transfersReceived: await transfers(requests.myTransfers),
      comments: await readAllPages((page) => send(requests.ownComments, { page })),
      ...(isSender && {
        askedOfUs: await list(requests.ofCompany),
        transfersSent: await transfers(requests.transfers),
      }),
    };
  };
  const notifications = async () => ({
    preferences: await send(notification.preferences, {}),
    feed: await readAllPages((page) => send(notification.feed, { page, pageSize })),
    webhooks: ownCompany ? await send(webhooks.list, {}) : [],
  });
  const logs = async () => {
    if (!isOwner(actor)) return null;
    return readAllPages(
      (page) => send(audit.logs, { page, pageSize } as In<typeof audit.logs>) as Promise<Page<unknown>>,
    );
  };

  const parts = { account, registration, workspace, requests: requestsAndTransfers, notifications, log: logs };
  const read = await Promise.all(
    Object.entries(parts).map(
      async ([name, part]) => [`${name}.json`, `${JSON.stringify(await part(), null, 2)}\n`] as const,
    ),
  );
  return { 'README.txt': readme, ...Object.fromEntries(read) };
}
