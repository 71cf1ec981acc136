import { randomBytes } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import { ApiClient } from '@tradepost/client/api/api-client';
import { openKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { ownFileKey } from '@tradepost/client/transfers/sealed-content';
import { openTransfer, type ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { concat, fromBase64url, utf8 } from '@tradepost/sealing/crypto/bytes';
import { aesKey, openUnder } from '@tradepost/sealing/crypto/primitives';
import { recoveryBytes, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { contactsOf, e2eUserOf, sealedTransfer, uploadSealed, type E2eUser } from '@tradepost/tools/client/e2e-users';
import { everyAnswerFits } from '../support/every-answer';
import { dumpAllStorage } from '../support/dump-all-storage';
import { sha256 } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import type { SampleFile } from '../support/sample-files';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

const read = async (file: ReceivedContent | undefined) =>
  sha256(Buffer.from(await new Response(await file!.read()).arrayBuffer()));
const sent = ({ content, ...file }: SampleFile) => ({ ...file, content: new Blob([new Uint8Array(content)]) });
const tableOf = (name: string, rows: number): SampleFile => ({
  name,
  type: 'text/csv',
  content: Buffer.from(
    `id,price\n${Array.from({ length: rows }, (_, n) => `${n},${randomBytes(8).toString('hex')}\n`).join('')}`,
  ),
});

describe.each(['embedded', 'services'] as const)('sealed files, %s', (kind) => {
  const files = [
    tableOf('prices.csv', 20_000),
    tableOf('volumes.csv', 10),
    {
      name: 'chart.pdf',
      type: 'application/pdf',
      content: Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(16_384 * 3)]),
    },
  ];
  let topology: TemporaryTopology;
  let pair: Pair;
  let sender: E2eUser;
  let receiver: E2eUser;
  let fileIds: string[];
  let given: Awaited<ReturnType<typeof sealedTransfer>>;

  everyAnswerFits();
  beforeAll(async () => {
    topology = await sharedTopology(kind);
    pair = await tradingPair(topology);
    [sender, receiver] = [
      await e2eUserOf(topology, pair.senderAccount, 'sender'),
      await e2eUserOf(topology, pair.receiverAccount, 'receiver'),
    ];
    const folder = await sender.client.send(routes.createFolder, { name: 'Sealed' });
    fileIds = [];
    for (const file of files) fileIds.push(await uploadSealed(sender, folder.id, sent(file)));
    await sender.client.send(routes.deliver, { id: folder.id, email: [receiver.user.email] });
    given = await sealedTransfer(topology, sender, receiver, fileIds);
  });

  it('are transferred from one program to the other, byte for byte', async () => {
    const { view, files: received } = await openTransfer(receiver.client, receiver.keyring, given.id);
    expect(view).toMatchObject({ mode: 'e2e', keyLost: false });
    expect(await Promise.all(received.map(async (file) => [file.name, await read(file)]))).toEqual(
      files.map(({ name, content }) => [name, sha256(content)]),
    );
  });

  it('are opened with the same password on another machine, and with the recovery key', async () => {
    const client = new ApiClient(topology.origin);
    const { user, keys } = await signIn(client, {
      email: receiver.user.email,
      password: pair.receiverAccount.password,
      portal: 'receiver',
    });
    for (const unlock of [
      { kind: 'password' as const, kek: keys.kek },
      { kind: 'recovery' as const, kek: await recoveryKek(receiver.recoveryCode) },
    ]) {
      const vault = await openKeys(client, user, unlock);
      const { files: received } = await openTransfer(
        client,
        { vault: vault!, contacts: contactsOf(client, vault!) },
        given.id,
      );
      expect(await read(received[0])).toBe(sha256(files[0]!.content));
    }
  });

  it('leave neither keys nor content on the servers', async () => {
    const theirs = (await Promise.all([sender, receiver].map(secretsOf))).flat();
    const own = await Promise.all(
      fileIds.map(
        async (fileId, n) =>
          (await sender.client.send(routes.sealingTargets, { transferId: given.id })).files.find(
            (file) => file.fileId === fileId,
          ) ?? fail(n),
      ),
    );
    const fileKeys = await Promise.all(own.map((file) => ownFileKey(sender.vault, file)));
    const secrets: [string, Uint8Array][] = [
      ['a password', Buffer.from(pair.senderAccount.password)],
      ['a password', Buffer.from(pair.receiverAccount.password)],
      ...theirs,
      ...fileKeys.map((key): [string, Uint8Array] => ['a file key', key]),
      ...files.map(({ content }): [string, Uint8Array] => ['content', content.subarray(20, 60)]),
      ...files.map(({ content }): [string, Uint8Array] => ['the hash of content', Buffer.from(sha256(content), 'hex')]),
    ];
    const spellings = secrets.flatMap(([what, secret]) => {
      const bytes = Buffer.from(secret);
      return [
        bytes,
        ...(['hex', 'base64', 'base64url'] as const).map((encoding) =>
          Buffer.from(bytes.toString(encoding).replace(/=+$/, '')),
        ),
      ].map((spelling) => ({ what, spelling }));
    });
    const stored = await dumpAllStorage(topology);
    const found = stored.flatMap(({ where, bytes }) =>
      spellings.filter(({ spelling }) => bytes.includes(spelling)).map(({ what }) => `${what} in ${where}`),
    );
    expect(found).toEqual([]);

    // the search finds what is there: names, wrapped keys, and the sealed bytes themselves
    const sealed = Buffer.from(
      await (
        await receiver.client.fetch((await receiver.client.send(routes.transfer, { id: given.id })).files[0]!.url)
      ).arrayBuffer(),
    );
    for (const there of ['prices.csv', own[0]!.wrappedKey, sealed.subarray(200, 300)])
      expect(stored.some(({ bytes }) => bytes.includes(there))).toBe(true);
  });
});

/** Everything of a person that opens something, unwrapped as only the person can. */
async function secretsOf({
  client,
  user,
  passwordKeys: { kek },
  recoveryCode,
  vault: { own },
}: E2eUser): Promise<[string, Uint8Array][]> {
  const { keys } = await client.send(routes.keys, {});
  const { epoch, wraps, hpkePrivate, signPrivate } = keys!.vault;
  const vaultKey = await openUnder(
    kek,
    fromBase64url(wraps.password),
    utf8(`sdx1/uvk|${user.id}|${epoch}|password`),
    'VAULT_LOCKED',
  );
  const key = await aesKey(vaultKey, ['decrypt']);
  const scalar = async (
    sealed: string,
    use: 'hpke' | 'sign',
    algorithm: { name: string; namedCurve: string },
    usage: 'deriveBits' | 'sign',
  ) => {
    const pkcs8 = await openUnder(
      key,
      fromBase64url(sealed),
      concat(utf8(`sdx1/private|${user.id}|${epoch}|${use}|`), own.pairId),
      'TAMPERED',
    );
    const { d } = await crypto.subtle.exportKey(
      'jwk',
      await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, [usage]),
    );
    return fromBase64url(d ?? '', 32);
  };
  return [
    ['a vault key', vaultKey],
    ['a recovery key', recoveryBytes(recoveryCode)],
    ['a recovery key on paper', Buffer.from(recoveryCode)],
    [
      'a private key for grants',
      await scalar(hpkePrivate, 'hpke', { name: 'ECDH', namedCurve: 'P-256' }, 'deriveBits'),
    ],
    ['a private key for signatures', await scalar(signPrivate, 'sign', { name: 'ECDSA', namedCurve: 'P-256' }, 'sign')],
  ];
}

const fail = (n: number): never => {
  throw new Error(`file ${n} is not among those to seal`);
};
