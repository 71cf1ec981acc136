import { randomUUID } from 'node:crypto';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { sealMeta } from '@tradepost/sealing/file/meta';
import { deliveredFolder, fileOf, keysOf, personCalled, requestFor, serverWith, type Person } from '../testing/people';
import { ownFileKey, verifiedMeta } from '../transfers/sealed-content';
import { grantsFor } from '../transfers/granting';
import { recordDelivery, recordFolderEnd, recordMove, recordPartnershipEnd } from './deliveries';

const [requestId, otherFolder] = [randomUUID(), randomUUID()];
const expiry = '2100-01-01T00:00:00.000Z';
let ann: Person;
let bob: Person;
beforeAll(async () => {
  [ann, bob] = await Promise.all([personCalled('ann'), personCalled('bob')]);
});

/** Bob, who works with the server, has signed a request for this file of Ann. */
async function asked(file: OwnSealedFile, of: 'person' | 'program') {
  const answer = {
    requestId,
    senderId: ann.vault.userId,
    receiver: keysOf(bob),
    files: [file],
    granted: null,
    signed: await requestFor(bob, ann, requestId, [file]),
  };
  const { client, keyring, server } = await serverWith(ann, [bob], [[routes.sealingTargets, answer]], of);
  const { ledger } = keyring.contacts;
  return { ledger, server, grants: () => grantsFor(client, keyring, { id: requestId }, { expiry }) };
}

/** As earlier versions sealed it. */
async function withoutFolder(file: OwnSealedFile): Promise<OwnSealedFile> {
  const fileKey = await ownFileKey(ann.vault, file);
  const listed = { name: 'a.csv', contentType: 'text/csv', size: 5 };
  const { folderId: _folderId, ...meta } = await verifiedMeta(fileKey, file, listed);
  return { ...file, sealedMeta: toBase64url(await sealMeta(fileKey, file, meta)) };
}

describe('a program that gets requests of a known partner who cooperates with the server', () => {
  it('grants a file of a folder that was delivered to the partner', async () => {
    const { grants } = await asked(await fileOf(ann, 'a.csv'), 'program');
    expect((await grants())?.grants).toHaveLength(1);
  });

  it.each<[string, () => Promise<OwnSealedFile>, string]>([
    ['of another folder', () => fileOf(ann, 'a.csv', 1, randomUUID(), otherFolder), 'FOLDER_NOT_DELIVERED'],
    ['that does not state its folder', async () => withoutFolder(await fileOf(ann, 'a.csv')), 'FOLDER_UNKNOWN'],
  ])('grants no file %s, and records nothing; a person can', async (_, fileIn, problem) => {
    const file = await fileIn();
    const { grants, server } = await asked(file, 'program');
    const before = server.entries.length;
    await expect(grants()).rejects.toMatchObject({ problem });
    expect(server.entries).toHaveLength(before);
    expect((await (await asked(file, 'person')).grants())?.grants).toHaveLength(1);
  });

  it('grants nothing after the access was removed', async () => {
    const { grants, ledger } = await asked(await fileOf(ann, 'a.csv'), 'program');
    await recordDelivery(ledger, { folderId: deliveredFolder, removed: [bob.email] });
    await expect(grants()).rejects.toMatchObject({ problem: 'FOLDER_NOT_DELIVERED' });
    await recordDelivery(ledger, { folderId: deliveredFolder, added: [bob.email.toUpperCase()] });
    expect((await grants())?.grants).toHaveLength(1);
  });

  it('grants nothing after the partnership ended', async () => {
    const { grants, ledger, server } = await asked(await fileOf(ann, 'a.csv'), 'program');
    await recordDelivery(ledger, { folderId: otherFolder, added: [bob.email, 'carol@example.org'] });
    await recordPartnershipEnd(ledger, bob.email.toUpperCase());
    await expect(grants()).rejects.toMatchObject({ problem: 'FOLDER_NOT_DELIVERED' });
    expect([...ledger.latest.delivered.values()].flatMap((addresses) => [...addresses])).toEqual(['carol@example.org']);
    const before = server.entries.length;
    await recordPartnershipEnd(ledger, bob.email);
    expect(server.entries).toHaveLength(before);
  });

  it('grants nothing after the folder was deleted, until it is delivered again', async () => {
    const { grants, ledger, server } = await asked(await fileOf(ann, 'a.csv'), 'program');
    await recordFolderEnd(ledger, deliveredFolder);
    await expect(grants()).rejects.toMatchObject({ problem: 'FOLDER_NOT_DELIVERED' });
    const before = server.entries.length;
    await recordFolderEnd(ledger, deliveredFolder);
    expect(server.entries).toHaveLength(before);
    await recordDelivery(ledger, { folderId: deliveredFolder, added: [bob.email] });
    expect((await grants())?.grants).toHaveLength(1);
  });

  it('uses the folder to which the owner moved a file', async () => {
    const file = await fileOf(ann, 'a.csv');
    const { grants, ledger } = await asked(file, 'program');
    await recordMove(ledger, { folderId: otherFolder, fileIds: [file.fileId] });
    await expect(grants()).rejects.toMatchObject({ problem: 'FOLDER_NOT_DELIVERED' });
    await recordDelivery(ledger, { folderId: otherFolder, added: [bob.email] });
    expect((await grants())?.grants).toHaveLength(1);
  });

  it('is not misled by the metadata of another file', async () => {
    const [file, other] = [await fileOf(ann, 'a.csv', 1, randomUUID(), otherFolder), await fileOf(ann, 'a.csv')];
    const { grants } = await asked({ ...file, sealedMeta: other.sealedMeta }, 'program');
    await expect(grants()).rejects.toMatchObject({ problem: 'TAMPERED' });
  });
});
