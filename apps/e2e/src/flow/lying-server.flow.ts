import { randomBytes, randomUUID } from 'node:crypto';
import type { Route, RouteOut } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import type { SendInput } from '@tradepost/contracts/values/wire';
import { ApiClient } from '@tradepost/client/api/api-client';
import * as opaque from '@serenity-kit/opaque';
import { openKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { grantsFor } from '@tradepost/client/transfers/granting';
import { openTransfer, type ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { createBundle } from '@tradepost/sealing/keys/bundle';
import { contactsOf, e2eUserOf, sealedTransfer, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import { sha256 } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import type { SampleFile } from '../support/sample-files';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

const read = async (file: ReceivedContent | undefined) =>
  sha256(Buffer.from(await new Response(await file!.read()).arrayBuffer()));
const sent = ({ content, ...file }: SampleFile) => ({ ...file, content: new Blob([new Uint8Array(content)]) });

/** A receiver's client with a lying server: it changes answers. */
class LiedTo extends ApiClient {
  constructor(
    { origin, token }: ApiClient,
    private readonly lie: (route: Route, answer: any) => unknown,
    private readonly corrupt: (bytes: Buffer) => Buffer = (bytes) => bytes,
  ) {
    super(origin, { token });
  }

  override async send<R extends Route>(route: R, input: SendInput<R>): Promise<RouteOut<R>> {
    const answer = await super.send(route, input);
    return (this.lie(route, structuredClone(answer)) ?? answer) as RouteOut<R>;
  }

  override async fetch(path: string, init?: RequestInit): Promise<Response> {
    const answer = await super.fetch(path, init);
    return new Response(new Uint8Array(this.corrupt(Buffer.from(await answer.arrayBuffer()))), answer);
  }
}

describe('a server that lies', () => {
  const file = {
    name: 'secret.csv',
    type: 'text/csv',
    content: Buffer.from(`a,b\n${randomBytes(40_000).toString('hex')}\n`),
  };
  let topology: TemporaryTopology;
  let pair: Pair;
  let sender: E2eUser;
  let receiver: E2eUser;
  let fileIds: string[];
  let given: Awaited<ReturnType<typeof sealedTransfer>>;
  let other: Awaited<ReturnType<typeof sealedTransfer>>;

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    [sender, receiver] = [
      await e2eUserOf(topology, pair.senderAccount, 'sender'),
      await e2eUserOf(topology, pair.receiverAccount, 'receiver'),
    ];
    const folder = await sender.client.send(routes.createFolder, { name: 'Sealed' });
    fileIds = [
      await uploadSealed(sender, folder.id, sent(file)),
      await uploadSealed(sender, folder.id, { ...sent(file), name: 'other.csv' }),
    ];
    await sender.client.send(routes.deliver, { id: folder.id, email: [receiver.user.email] });
    given = await sealedTransfer(topology, sender, receiver, [fileIds[0]!]);
    other = await sealedTransfer(topology, sender, receiver, [fileIds[1]!]);
    const { files } = await openTransfer(receiver.client, receiver.keyring, given.id);
    expect(await read(files[0])).toBe(sha256(file.content));
  });

  const ofTransfer = (change: (view: any) => void) => (route: Route, answer: any) => {
    if (route === routes.transfer) change(answer);
    return answer;
  };
  const pairOfKeys = async () =>
    [
      await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
      await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
    ] as const;
  const opened = async (client: ApiClient) =>
    read(
      (await openTransfer(client, { vault: receiver.vault, contacts: contactsOf(client, receiver.vault) }, given.id))
        .files[0],
    );

  it.each<[string, (view: any) => void, string]>([
    [
      'other grants',
      (view) =>
        void (view.grants.grants = [
          {
            ...view.grants.grants[0],
            sealed: view.grants.grants[0].sealed.replace(/.$/, (last: string) => (last === 'A' ? 'E' : 'A')),
          },
        ]),
      'BAD_SIGNATURE',
    ],
    ['no grants', (view) => void (view.grants = null), 'GRANT_REFUSED'],
    ['a grant too few', (view) => void (view.grants.grants = []), 'GRANT_SET_DIFFERS'],
    ['a longer time', (view) => void (view.grants.expiryMs += 1000), 'GRANT_REFUSED'],
    [
      'a longer time everywhere',
      (view) =>
        void (
          (view.grants.expiryMs += 1000),
          (view.grants.grants[0].expiryMs += 1000),
          (view.expiry = new Date(view.grants.expiryMs).toISOString())
        ),
      'BAD_SIGNATURE',
    ],
    ['another request', (view) => void (view.grants.requestId = other.requestId), 'BAD_SIGNATURE'],
    ['another recipient', (view) => void (view.grants.recipientId = sender.user.id), 'GRANT_REFUSED'],
    ['another sender', (view) => void (view.grants.senderId = crypto.randomUUID()), 'KEY_UNPROVEN'],
    ['that its reader is the sender', (view) => void (view.grants.senderId = receiver.user.id), 'GRANT_REFUSED'],
    ['another signature', (view) => void (view.grants.sig = other.grants!.sig), 'BAD_SIGNATURE'],
    ['another version', (view) => void (view.files[0].sealed.version = 2), 'GRANT_SET_DIFFERS'],
    ['another description', (view) => void (view.files[0].sealed.sealedMeta = 'A'.repeat(120)), 'TAMPERED'],
    ['another size', (view) => void (view.files[0].size += 1), 'META_MISMATCH'],
    ['another name', (view) => void (view.files[0].name = 'invoice.exe'), 'META_MISMATCH'],
    ['that it is not sealed', (view) => void ((view.files[0].mode = 'managed'), (view.mode = 'managed')), ''],
  ])('is found out when it says %s', async (_, change, problem) => {
    const client = new LiedTo(receiver.client, ofTransfer(change));
    if (problem) await expect(opened(client)).rejects.toMatchObject({ problem });
    else await expect(opened(client)).resolves.toBe(sha256(file.content));
  });

  it('is detected when it replaces the keys of the sender', async () => {
    const [hpke, signing] = await pairOfKeys();
    const forged = await createBundle({ userId: sender.user.id, address: sender.user.email }, 1, hpke, signing);
    await expect(
      opened(
        new LiedTo(
          receiver.client,
          ofTransfer((view) => void (view.grants.sender = forged)),
        ),
      ),
    ).rejects.toMatchObject({ problem: 'KEY_CHANGED' });
  });

  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['flips a bit', (bytes) => (bytes.writeUInt8(bytes.readUInt8(20_000) ^ 1, 20_000), bytes), 'TAMPERED'],
    [
      'swaps two chunks',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, 84),
          bytes.subarray(84 + 16_400, 84 + 32_800),
          bytes.subarray(84, 84 + 16_400),
          bytes.subarray(84 + 32_800),
        ]),
      'TAMPERED',
    ],
    ['leaves the end out', (bytes) => bytes.subarray(0, 84 + 2 * 16_400), 'TRUNCATED'],
    ['adds to the end', (bytes) => Buffer.concat([bytes, Buffer.alloc(16)]), 'TAMPERED'],
    [
      'sends another file',
      (bytes) => Buffer.concat([bytes.subarray(0, 8), randomBytes(16), bytes.subarray(24)]),
      'WRONG_FILE',
    ],
    ['sends an old version', (bytes) => (bytes.writeUInt32BE(2, 24), bytes), 'WRONG_FILE'],
  ])('is found out when it %s', async (_, corrupt, problem) => {
    await expect(opened(new LiedTo(receiver.client, () => undefined, corrupt))).rejects.toMatchObject({ problem });
  });

  it('learns nothing of a password with the keys of another server, another record or no protocol at all', async () => {
    const { email } = receiver.user;
    const credentials = { email, password: pair.receiverAccount.password, portal: 'receiver' } as const;
    const secret = { text: 'a password that it knows', kind: 'password' } as const;
    const theirs = async (request: string) => {
      await opaque.ready;
      const serverSetup = opaque.server.createSetup();
      const { request: registrationRequest, state } = await passwordWork.startRegistration(secret);
      const answer = { serverSetup, userIdentifier: email, registrationRequest };
      const { registrationResponse } = opaque.server.createRegistrationResponse(answer);
      const { record } = await passwordWork.finishRegistration(secret, state, registrationResponse);
      return opaque.server.startLogin({ ...answer, registrationRecord: record, startLoginRequest: request })
        .loginResponse;
    };
    const outsider = new ApiClient(topology.origin);
    const lies: [(request: string, response: string) => Promise<string>, object][] = [
      [theirs, { code: 'BAD_CREDENTIALS' }],
      [
        async (request) => (await outsider.send(routes.startProof, { email: `not-${email}`, request })).response,
        { code: 'BAD_CREDENTIALS' },
      ],
      [async (_, response) => response.slice(4), { problem: 'SIGN_IN_REFUSED' }],
      [async () => '', { problem: 'SIGN_IN_REFUSED' }],
    ];
    for (const [lie, refusal] of lies) {
      const sent: unknown[] = [];
      const client = new ApiClient(topology.origin);
      const honest = client.send.bind(client);
      client.send = async (route, input) => {
        sent.push(input);
        const answer = await honest(route, input);
        if ((route as Route) !== routes.startProof) return answer;
        const { request } = input as { request: string };
        const { response } = answer as { response: string };
        return { ...answer, response: await lie(request, response) };
      };
      await expect(signIn(client, credentials)).rejects.toMatchObject(refusal);
      // starts only: their requests are blinded
      expect(
        sent.every((input) => Object.keys(input as object).every((key) => ['email', 'request', 'state'].includes(key))),
      ).toBe(true);
      expect(client.token).toBeUndefined();
    }
  });

  it('is detected when it gives the sender other keys of the receiver', async () => {
    const [hpke, signing] = await pairOfKeys();
    const forged = await createBundle({ userId: receiver.user.id, address: receiver.user.email }, 1, hpke, signing);
    const client = new LiedTo(sender.client, (route, answer) =>
      route === routes.sealingTargets ? { ...answer, receiver: { ...answer.receiver, bundle: forged } } : undefined,
    );
    const keyring = { vault: sender.vault, contacts: contactsOf(client, sender.vault) };
    await expect(grantsFor(client, keyring, { transferId: given.id }, { expiry: given.expiry })).rejects.toMatchObject({
      problem: 'KEY_CHANGED',
    });
  });

  it.each<[string, (answer: any) => Promise<object> | object, string]>([
    [
      'the receiver’s address to a user of its own',
      async (answer) => {
        const userId = randomUUID();
        const [hpke, signing] = await pairOfKeys();
        const bundle = await createBundle({ userId, address: receiver.user.email }, 1, hpke, signing);
        return { ...answer, receiver: { ...answer.receiver, userId, bundle } };
      },
      'KEY_CHANGED',
    ],
    [
      'an extension a file more',
      async (answer) => {
        const more = await sender.client.send(routes.sealingTargets, { transferId: other.id });
        return { ...answer, files: [...answer.files, ...more.files] };
      },
      'GRANT_SET_DIFFERS',
    ],
    [
      'an extension another transfer’s grants and files',
      async () => ({
        ...(await sender.client.send(routes.sealingTargets, { transferId: other.id })),
        requestId: given.requestId,
      }),
      'GRANT_SET_DIFFERS',
    ],
    [
      'an extension to a request that was never accepted',
      (answer) => ({ ...answer, requestId: randomUUID() }),
      'GRANT_REFUSED',
    ],
  ])('is found out when it gives %s, and nothing is granted or saved', async (_, lie, problem) => {
    const answer = await lie(await sender.client.send(routes.sealingTargets, { transferId: given.id }));
    const client = new LiedTo(sender.client, (route) => (route === routes.sealingTargets ? answer : undefined));
    const ledger = await sender.client.send(routes.ledger, { epoch: 1, from: 1 });
    const keyring = { vault: sender.vault, contacts: contactsOf(client, sender.vault) };
    await expect(grantsFor(client, keyring, { transferId: given.id }, { expiry: given.expiry })).rejects.toMatchObject({
      problem,
    });
    expect(await sender.client.send(routes.ledger, { epoch: 1, from: 1 })).toEqual(ledger);
  });

  it('can neither remove known keys of contacts nor those of its own user', async () => {
    const before = (await receiver.client.send(routes.keys, {})).keys!;
    const contacts = contactsOf(receiver.client, receiver.vault);
    const [known] = await receiver.client.send(routes.contactKeys, {});
    await contacts.withVerifiedKeys({ ...known!, bundle: known!.bundle! }, async () => undefined);
    const rolledBack = new LiedTo(receiver.client, (route, answer) =>
      route === routes.ledger ? { ...answer, entries: answer.entries.map(() => 'A'.repeat(200)) } : undefined,
    );
    await expect(opened(rolledBack)).rejects.toMatchObject({ problem: 'TAMPERED' });
    const [hpke, signing] = await pairOfKeys();
    const forged = await createBundle(
      { userId: receiver.user.id, address: receiver.user.email },
      before.bundle.epoch,
      hpke,
      signing,
    );
    const swapped = new LiedTo(receiver.client, (route, answer) =>
      route === routes.keys ? { ...answer, keys: { ...answer.keys, bundle: forged } } : undefined,
    );
    await expect(
      openKeys(swapped, receiver.user, { kind: 'password', kek: receiver.passwordKeys.kek }),
    ).rejects.toMatchObject({ problem: 'TAMPERED' });
  });
});
