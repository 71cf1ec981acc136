import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { AnyCommand, In, Out } from '@tradepost/contracts/define';
import { everyPage } from '@tradepost/contracts/every-page';
import type { Page } from '@tradepost/contracts/fields';
import { identity } from '@tradepost/contracts/identity';
import { kyc } from '@tradepost/contracts/kyc';
import { notification } from '@tradepost/contracts/notification';
import { requests } from '@tradepost/contracts/requests';
import { storage } from '@tradepost/contracts/storage';
import { webhooks } from '@tradepost/contracts/webhooks';
import type { Rpc } from '@tradepost/service-kit/rpc';

const pageSize = 200;

const readme = `All data Tradepost holds about this account, as of this moment.

account.json        you, your company, your sessions, your API keys, your invitations, your public encryption keys
registration.json   the business registration: answers, documents, what a review found
workspace.json      folders and files with their terms, and what was delivered to you
requests.json       what you asked for, what was asked of you, and transfers
notifications.json  what you were told, which mails you want, and your webhooks
log.json            what the audit log says of you and your company

The files themselves, and the documents of a registration, can be downloaded where they are shown.
Password hashes, codes, private keys and secrets of API keys are left out: they are of use to nobody but an attacker.
`;

/** Everything a person may see of itself, by file name: nothing here goes past what each service lets this actor read. */
export async function accountData(rpc: Rpc, actor: UserActor): Promise<Record<string, string>> {
  const ask = <C extends AnyCommand>(command: C, input: In<C>): Promise<Out<C>> => rpc.call(command, input, actor);
  const isSender = actor.userType === 'sender' && actor.companyId !== null;
  const isOpen = actor.companyId !== null && actor.kycStatus !== 'Pending';

  // the wrapped private keys and the pins open with the person's own secrets alone, and nowhere but in their account
  const encryptionKeys = async () => {
    const { keys } = await ask(identity.keys, {});
    return keys && { public: keys.bundle, recoveryKeySaved: keys.recoverySaved };
  };
  const account = async () => ({
    ...(await ask(identity.me, {})),
    encryptionKeys: await encryptionKeys(),
    sessions: await ask(identity.sessions, {}),
    ...(actor.companyId && { apiKeys: await ask(identity.apiKeys, {}) }),
    invitationsReceived: await ask(identity.receivedInvitations, {}),
    ...(isSender && { invitationsSent: await ask(identity.sentInvitations, {}) }),
  });
  const registration = async () => (isSender ? ask(kyc.get, {}) : null);
  const workspace = async () => {
    if (!isOpen) return null;
    const folders = isSender ? await ask(storage.folders, {}) : [];
    const filled = [];
    for (const { files: _newest, ...folder } of folders)
      filled.push({
        ...folder,
        files: await everyPage((page) =>
          ask(storage.files, { folderId: folder.id, page, pageSize } as In<typeof storage.files>),
        ),
      });
    return { usage: await ask(storage.stats, {}), folders: filled, received: await ask(storage.received, {}) };
  };
  const traded = async () => {
    if (!isOpen) return null;
    const list = (command: typeof requests.mine | typeof requests.ofCompany) =>
      everyPage((page) => ask(command, { page, pageSize } as In<typeof command>) as Promise<Page<unknown>>);
    const transfers = (command: typeof requests.transfers | typeof requests.myTransfers) =>
      everyPage((page) => ask(command, { page, pageSize } as In<typeof command>));
    return {
      asked: await list(requests.mine),
      transfersReceived: await transfers(requests.myTransfers),
      ...(isSender && {
        askedOfUs: await list(requests.ofCompany),
        transfersSent: await transfers(requests.transfers),
      }),
    };
  };
  const notifications = async () => ({
    preferences: await ask(notification.preferences, {}),
    feed: await everyPage((page) => ask(notification.feed, { page, pageSize })),
    webhooks: actor.companyId ? await ask(webhooks.list, {}) : [],
  });
  const logs = () =>
    everyPage((page) => ask(audit.logs, { page, pageSize } as In<typeof audit.logs>) as Promise<Page<unknown>>);

  const parts = { account, registration, workspace, requests: traded, notifications, log: logs };
  const read = await Promise.all(
    Object.entries(parts).map(
      async ([name, part]) => [`${name}.json`, `${JSON.stringify(await part(), null, 2)}\n`] as const,
    ),
  );
  return { 'README.txt': readme, ...Object.fromEntries(read) };
}
