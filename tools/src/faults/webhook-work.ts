import { randomUUID } from 'node:crypto';
import { signPending } from '@tradepost/client/requests/requesting';
import { routes, type Route, type RouteOut } from '@tradepost/contracts/routes';
import type { SendInput } from '@tradepost/contracts/values/wire';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { codeIn, inboxAt, type Mail } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { e2eUserOf } from '../client/e2e-users';
import { kycSubmission, type Account } from '../client/people';
import type { Topology } from '../topology/start';
import type { Key, Role } from './log-and-webhooks';

const hourMs = 3_600_000;
/** Transfers without a download. */
const remindedEvery = 4;
const replacement = new Blob(['%PDF-1.4\nanother version']);
const pdf = 'application/pdf';

export interface Cast {
  topology: Topology;
  people: Record<Role, { client: ApiClient; account: Account }>;
  admin: ApiClient;
  folderId: string;
  /** Each file is requested once. */
  files: { id: string; name: string }[];
  /** Sealed files; the receiver has no keys yet. */
  sealed: { id: string; name: string }[];
}

/** Acknowledged events: the log must have at least these. */
export interface Ledger {
  keys: Key[];
  /** The file of a request. */
  nameOf: Map<string, string>;
}

/** A share of the work. Its steps run one after the other, at the same time as the other shares. */
type Share = (cast: Cast, ledger: Ledger, onPiece: () => void) => Promise<void>;

/** The idempotency key of a call. Calls without one have the same effect when repeated, or are rejected. */
const send = <R extends Route>(client: ApiClient, route: R, input: SendInput<R>): Promise<RouteOut<R>> =>
  client.send(route, input, { idempotencyKey: randomUUID() });

/** Undefined if an earlier, unanswered attempt has already succeeded. */
async function unlessDone<T>(call: Promise<T>, code: ApiError['code']): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.code === code) return undefined;
    throw error;
  }
}

async function asked(
  { people: { receiver } }: Cast,
  { keys, nameOf }: Ledger,
  file: Cast['files'][number],
): Promise<string> {
  const { requests } = await send(receiver.client, routes.createRequest, {
    files: [{ id: file.id }],
    receiverEmail: receiver.account.email,
  });
  const id = requests[0]?.id ?? '';
  nameOf.set(id, file.name);
  keys.push(`sender request.created ${file.name}`);
  return id;
}

/** Requests files; the request is then withdrawn or rejected. */
const refusals =
  (from: number, to: number): Share =>
  async (cast, ledger, onPiece) => {
    const { sender, receiver } = cast.people;
    for (const [n, file] of cast.files.slice(from, to).entries()) {
      const id = await asked(cast, ledger, file);
      if (n % 2) await unlessDone(send(receiver.client, routes.withdrawRequest, { id }), 'NOT_FOUND');
      else
        await unlessDone(
          send(sender.client, routes.rejectRequest, { id, email: sender.account.email, reason: 'Not this one' }),
          'REQUEST_NOT_PENDING',
        );
      ledger.keys.push(n % 2 ? `sender request.withdrawn ${file.name}` : `receiver request.rejected ${file.name}`);
      onPiece();
    }
  };

/** Requests files, accepts with the mailed code, downloads the archive; then extends and revokes the transfer. */
const transfers =
  (from: number, to: number): Share =>
  async (cast, ledger, onPiece) => {
    const { sender, receiver } = cast.people;
    const inbox = inboxAt(cast.topology.inboxUrl);
    let last: Mail | undefined;
    const prove = async (requestId: string): Promise<void> => {
      await send(sender.client, routes.createStepUpCode, { requestId, email: sender.account.email });
      last = await inbox.waitForMail({
        to: sender.account.email,
        subject: /accept a file request/i,
        ...(last && { after: last }),
      });
      const { client } = sender;
      // an unanswered call has used this code, or it is an older code: retry with a newer one
      if (
        !(await unlessDone(
          send(client, routes.verifyStepUpCode, { id: requestId, code: codeIn(last) }),
          'CODE_INVALID',
        ))
      )
        await prove(requestId);
    };
    for (const [n, file] of cast.files.slice(from, to).entries()) {
      const requestId = await asked(cast, ledger, file);
      await prove(requestId);
      const confirmed = await unlessDone(
        send(sender.client, routes.confirmRequest, {
          requestId,
          expiry: new Date(Date.now() + 72 * hourMs).toISOString(),
        }),
        'REQUEST_NOT_PENDING',
      );
      const id = confirmed?.transfer.id ?? (await transferOf(sender.client, requestId));
      ledger.keys.push(
        `receiver request.accepted ${file.name}`,
        `receiver archive.ready ${file.name}`,
        `sender archive.ready ${file.name}`,
      );
      onPiece();
      if (n % remindedEvery === 0) continue;
      await downloaded(receiver.client, id);
      await send(sender.client, routes.extendTransfer, {
        id,
        expiry: new Date(Date.now() + 96 * hourMs).toISOString(),
      });
      await send(sender.client, routes.revokeTransfer, { id, reason: 'Enough' });
      ledger.keys.push(
        `sender transfer.downloaded ${file.name}`,
        `receiver transfer.changed ${file.name} extended`,
        `receiver transfer.changed ${file.name} revoked`,
      );
      onPiece();
    }
  };

async function transferOf(sender: ApiClient, requestId: string): Promise<string> {
  const { items } = await sender.send(routes.transfers, { page: 1, pageSize: 200 });
  return items.find((transfer) => transfer.requestId === requestId)?.id ?? '';
}

async function downloaded(receiver: ApiClient, id: string): Promise<void> {
  const ready = async () => {
    const { archive } = await send(receiver, routes.transfer, { id });
    return archive.status === 'ready' ? archive.url : undefined;
  };
  const url = await waitFor(ready, { what: `the archive of ${id}` });
  await receiver.withRetry(async () => (await receiver.fetchOk(url, {}, { isRepeatable: true })).arrayBuffer(), {
    isRepeatable: true,
  });
}

/** Delivers a new folder, then a new version of its file. */
const deliveries =
  (count: number): Share =>
  async ({ people: { sender, receiver } }, { keys }, onPiece) => {
    for (let n = 0; n < count; n += 1) {
      const name = `Folder ${n}`;
      const { id: folderId } = await send(sender.client, routes.createFolder, { name });
      const file = { name: `new-${n}.pdf`, type: pdf, content: replacement };
      const { file: made } = await sender.client.sendForm(routes.uploadFile, { folderId }, {}, { file });
      await send(sender.client, routes.deliver, { id: folderId, email: [receiver.account.email] });
      await sender.client.sendForm(routes.replaceFile, { folderId, fileId: made.id }, {}, { file });
      keys.push(`receiver folder.delivered ${name}`, `receiver file.replaced ${file.name} 2`);
      onPiece();
    }
  };

/** Invites, accepts and ends the partnership, in turns by either side. */
const partnerships =
  (count: number): Share =>
  async ({ people: { sender, guest } }, { keys }, onPiece) => {
    for (let n = 0; n < count; n += 1) {
      await send(sender.client, routes.invite, { emails: [guest.account.email] });
      const [invitation] = await send(guest.client, routes.receivedInvitations, {});
      const id = invitation?.id ?? '';
      await send(guest.client, routes.acceptInvitation, { id });
      await send((n % 2 ? guest : sender).client, routes.endInvitation, { id });
      keys.push(
        'guest invitation.received ',
        'sender invitation.accepted ',
        n % 2 ? 'sender invitation.ended ' : 'guest invitation.ended ',
      );
      onPiece();
    }
  };

/** Submits the registration again, and gets another request for changes. */
const reviews =
  (count: number): Share =>
  async (cast, { keys }, onPiece) => {
    for (let n = 0; n < count; n += 1) {
      await submitted(cast.people.applicant);
      await askForChanges(cast);
      keys.push('applicant kyc.changed Processing', 'applicant kyc.changed Changes requested');
      onPiece();
    }
  };

async function submitted({ client, account }: Cast['people']['applicant']): Promise<void> {
  const { user } = await client.send(routes.me, {});
  await client.sendForm(
    routes.updateKyc,
    {},
    { userId: user.id, kycData: JSON.stringify(kycSubmission(account)) },
    {},
    { idempotencyKey: randomUUID() },
  );
}

/** Waits until the case is in the review queue. */
export async function askForChanges({ admin, people: { applicant } }: Pick<Cast, 'admin' | 'people'>): Promise<void> {
  const queued = async () =>
    (await admin.send(routes.kycCases, { q: applicant.account.email, status: 'Processing' })).items[0];
  const { id } = await waitFor(queued, { what: 'the registration in the queue' });
  await send(admin, routes.claimKycCase, { id });
  await unlessDone(
    send(admin, routes.decideKycCase, { id, decision: 'request-changes', reason: 'Once more' }),
    'CASE_NOT_PROCESSING',
  );
}

/** Requests sealed files, creates the receiver's keys, and signs the requests. */
const keyArrivals: Share = async (cast, ledger, onPiece) => {
  const { client, account } = cast.people.receiver;
  for (const file of cast.sealed) {
    await asked(cast, ledger, file);
    onPiece();
  }
  const repeatable = { isRepeatable: true };
  const user = await client.withRetry(() => e2eUserOf(cast.topology, account, 'receiver'), repeatable);
  const mine = await send(user.client, routes.myRequests, { page: 1, pageSize: 200, status: 'pending' });
  for (const request of 'items' in mine ? mine.items : mine)
    if (request.waitsForSignature)
      await client.withRetry(() => signPending(user.client, async () => user.keyring, request), repeatable);
  ledger.keys.push(...cast.sealed.map(({ name }): Key => `sender request.key-arrived ${name}`));
  onPiece();
};

export interface Amount {
  refusals: number;
  transfers: number;
  folders: number;
  partnerships: number;
  reviews: number;
  sealed: number;
}

/** Causes every kind of event except those of scheduled tasks, in parallel. @param onPiece called `pieces` times */
export function workOf({
  refusals: refused,
  transfers: given,
  folders,
  partnerships: parted,
  reviews: reviewed,
  sealed,
}: Amount) {
  const shares = [
    refusals(0, refused),
    transfers(refused, refused + given),
    deliveries(folders),
    partnerships(parted),
    reviews(reviewed),
    keyArrivals,
  ];
  return {
    files: refused + given,
    pieces: refused + given * 2 - Math.ceil(given / remindedEvery) + folders + parted + reviewed + sealed + 1,
    run: (cast: Cast, ledger: Ledger, onPiece: () => void) =>
      Promise.all(shares.map((share) => share(cast, ledger, onPiece))),
  };
}
