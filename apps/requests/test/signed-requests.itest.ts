import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import type { SignedRequest } from '@tradepost/contracts/encryption/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import type { RequestTerms } from '@tradepost/sealing/request';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { sql } from '@tradepost/service-kit/database/sql';
import { ReceiverKeyRow } from '../src/grants/receiver-key.entity';
import { inAnHour, receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';
import { newKeys, signatureOf } from './sealing';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { withKeys, sign, createScenario } = sealedScenarios(() => fixture);

interface Offer {
  ann: UserActor;
  rita: UserActor;
  ritaKeys: Vault;
  files: StoredFile[];
}

/** A sealed and a managed file that a receiver with keys can request. */
async function offered(before?: Offer): Promise<Offer> {
  const ann = sender();
  const annKeys = await withKeys(ann);
  const rita = before?.rita ?? receiver();
  const ritaKeys = before?.ritaKeys ?? (await withKeys(rita));
  const files = [
    await fixture.stockSealed(ann, annKeys, 'prices.csv', Buffer.from('a,b'), 3),
    await fixture.stockPlain(ann, 'plain.csv', Buffer.from('c,d')),
  ];
  return { ann, rita, ritaKeys, files };
}

const idsOf = (files: StoredFile[]) => files.map(({ fileId }) => fileId);
const texts = { intendedUse: 'Audit', note: 'Please by Friday' };

async function signatures({ rita, ritaKeys, files }: Offer, change: Partial<RequestTerms> = {}) {
  const targets = (await fixture.call(requests.toSign, { fileIds: idsOf(files) }, rita)).requests;
  return Promise.all(targets.map((target) => signatureOf(ritaKeys, target, { ...texts, ...change })));
}

const ref = (file: StoredFile, change: object = {}) => ({
  fileId: file.fileId,
  version: file.sealed?.version ?? 1,
  mode: file.sealed ? ('e2e' as const) : ('managed' as const),
  ...change,
});

const create = ({ rita, files }: Offer, signed?: SignedRequest[]) =>
  fixture.call(requests.create, { files: files.map(({ fileId }) => ({ id: fileId })), ...texts, signed }, rita);

describe('a new request for sealed files', () => {
  it('is created with the signature of its receiver, under the id that it states, one for each sender', async () => {
    const one = await offered();
    const two = await offered(one);
    const both = { ...two, files: [...one.files, ...two.files] };
    const { requests: targets } = await fixture.call(requests.toSign, { fileIds: idsOf(both.files) }, one.rita);
    expect(targets).toMatchObject([
      {
        requestId: null,
        sender: { userId: one.ann.userId },
        files: [
          { fileId: one.files[0]!.fileId, version: 3, mode: 'e2e', name: 'prices.csv' },
          { fileId: one.files[1]!.fileId, version: 1, mode: 'managed' },
        ],
      },
      { sender: { userId: two.ann.userId } },
    ]);
    const ids = [randomUUID(), randomUUID()];
    const signed = await Promise.all(
      targets.map((target, n) => signatureOf(two.ritaKeys, target, { ...texts, requestId: ids[n]! })),
    );
    const created = await create(both, signed);
    expect(created.requests.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(created.requests).toMatchObject([{ waitsForSignature: false }, { waitsForSignature: false }]);
    const [first] = await Promise.all([one, two].map(({ ann }) => fixture.call(requests.ofCompany, {}, ann)));
    const { id } = (first as { id: string }[])[0]!;
    expect((await fixture.call(requests.sealingTargets, { id }, one.ann)).signed).toEqual(signed[0]);
    expect((await fixture.published(requestEvents.signed)).map(({ requestId }) => requestId)).not.toContain(id);
    // a repeat, after the answer was lost and its key forgotten
    expect(await create(both, signed)).toMatchObject({ requests: [], alreadyPending: idsOf(both.files) });
  });

  it('is created once by calls with the same key, also when they are the first to read the keys', async () => {
    const offer = await offered();
    const signed = await signatures(offer);
    await sql(fixture.db.read).delete(ReceiverKeyRow, offer.rita.userId);
    const call = () =>
      fixture.call(
        requests.create,
        { files: offer.files.map(({ fileId }) => ({ id: fileId })), ...texts, signed },
        offer.rita,
        { idempotencyKey: 'once' },
      );
    const first = await call();
    expect(first.requests).toHaveLength(1);
    expect(await call()).toEqual(first);
  });

  it('is refused without a signature once both sides have keys, but not for managed files', async () => {
    const offer = await offered();
    await expect(create(offer)).rejects.toMatchObject({ code: 'REQUEST_SIGNATURE_REQUIRED', status: 409 });
    const [sealed, managed] = offer.files;
    await expect(create({ ...offer, files: [sealed!] })).rejects.toMatchObject({ code: 'REQUEST_SIGNATURE_REQUIRED' });
    expect(await fixture.call(requests.mine, {}, offer.rita)).toEqual([]);
    const { requests: made } = await create({ ...offer, files: [managed!] });
    expect(made).toMatchObject([{ mode: 'managed', waitsForSignature: false }]);
    await fixture.accept(made[0]!.id, offer.ann);
  });

  it('waits for the sender’s keys as well', async () => {
    const offer = await offered();
    fixture.bundles.delete(offer.ann.userId);
    const { requests: targets } = await fixture.call(requests.toSign, { fileIds: idsOf(offer.files) }, offer.rita);
    expect(targets).toMatchObject([{ sender: { bundle: null } }]);
    expect((await create(offer)).requests).toMatchObject([{ waitsForKey: false, waitsForSignature: true }]);
  });

  it('is refused with any other signature, and nothing is created', async () => {
    const offer = await offered();
    const { ann, rita, files } = offer;
    const [sealed, managed] = files;
    const taken = await createScenario({ rita });
    const eve = (await newKeys(receiver())).vault;
    const more = await offered(offer);
    const of = async (change: Partial<RequestTerms>) => (await signatures(offer, change))[0]!;
    const good = await of({});
    const lies: [string, SignedRequest, string][] = [
      ['another receiver', await of({ receiver: eve.own }), 'REQUEST_SIGNATURE_INVALID'],
      ['another sender', await of({ sender: eve.own }), 'REQUEST_SIGNATURE_INVALID'],
      [
        'another key of the sender',
        await of({ sender: { userId: ann.userId, address: ann.email, keyId: eve.own.keyId } }),
        'REQUEST_SIGNATURE_INVALID',
      ],
      ['the key of another', (await signatures({ ...offer, ritaKeys: eve }))[0]!, 'REQUEST_SIGNATURE_INVALID'],
      [
        'another version',
        await of({ files: [ref(sealed!, { version: 2 }), ref(managed!)] }),
        'REQUEST_SIGNATURE_INVALID',
      ],
      [
        'another mode',
        await of({ files: [ref(sealed!), ref(managed!, { mode: 'e2e' })] }),
        'REQUEST_SIGNATURE_INVALID',
      ],
      ['a file less', await of({ files: [ref(sealed!)] }), 'REQUEST_SIGNATURE_REQUIRED'],
      [
        'a file of another sender',
        await of({ files: [...files, more.files[0]!].map((file) => ref(file)) }),
        'REQUEST_SIGNATURE_INVALID',
      ],
      [
        'an unknown file',
        await of({ files: [ref(sealed!), ref(managed!), { ...ref(managed!), fileId: randomUUID() }] }),
        'REQUEST_SIGNATURE_INVALID',
      ],
      ['another use', await of({ intendedUse: 'Resale' }), 'REQUEST_SIGNATURE_INVALID'],
      ['another note', await of({ note: '' }), 'REQUEST_SIGNATURE_INVALID'],
      ['the id of another request', await of({ requestId: taken.requestId }), 'REQUEST_SIGNATURE_INVALID'],
      [
        'an id that is no UUID',
        await of({ requestId: '00000000-0000-0000-0000-00000000000f' }),
        'REQUEST_SIGNATURE_INVALID',
      ],
      ['a changed signature', { ...good, sig: (await of({ timeMs: 1 })).sig }, 'REQUEST_SIGNATURE_INVALID'],
      ['a statement that is none', { ...good, statement: 'A'.repeat(300) }, 'REQUEST_SIGNATURE_INVALID'],
      ['bytes that are not base64url', { ...good, statement: `${good.statement.slice(0, -1)}!` }, 'INVALID'],
      ['no bytes', { ...good, sig: '' }, 'INVALID'],
    ];
    for (const [name, signed, code] of lies)
      await expect(create(offer, [signed]).catch((error) => [name, error.code])).resolves.toEqual([name, code]);
    expect(await fixture.call(requests.ofCompany, {}, ann)).toEqual([]);
    expect((await create(offer, [good])).requests).toHaveLength(1);
    // the same statement again, for files that are not pending any more
    const [{ id } = { id: '' }] = (await fixture.call(requests.ofCompany, {}, ann)) as { id: string }[];
    await fixture.call(requests.reject, { id }, ann);
    await expect(create(offer, [good])).rejects.toMatchObject({ code: 'REQUEST_SIGNATURE_INVALID' });
  });

  it('is refused with one signature for files of two senders, or for a sender without keys', async () => {
    const offer = await offered();
    const [sealed, managed] = [offer.files[0]!, (await offered(offer)).files[1]!];
    const [first] = await signatures(
      { ...offer, files: [sealed] },
      { files: [sealed, managed].map((file) => ref(file)) },
    );
    const invalid = { code: 'REQUEST_SIGNATURE_INVALID' };
    await expect(create({ ...offer, files: [sealed, managed] }, [first!])).rejects.toMatchObject(invalid);
    const good = await signatures(offer);
    fixture.bundles.delete(offer.ann.userId);
    await expect(create(offer, good)).rejects.toMatchObject(invalid);
  });
});

describe('a pending request', () => {
  it('is accepted only after its receiver has signed it, with exactly what is stored', async () => {
    const scenario = await createScenario();
    const { ann, rita, requestId } = scenario;
    const other = await createScenario({ rita });
    await withKeys(rita);
    const toSeal = await fixture.call(requests.sealingTargets, { id: requestId }, ann);
    expect(toSeal.signed).toBeNull();
    for (const change of [
      { requestId: other.requestId },
      { intendedUse: 'Resale' },
      { files: toSeal.files.slice(1).map(({ fileId, version }) => ({ fileId, version, mode: 'e2e' as const })) },
    ])
      await expect(sign(scenario, change)).rejects.toMatchObject({ code: 'REQUEST_SIGNATURE_INVALID', status: 400 });
    expect(await fixture.call(requests.ofCompany, {}, ann)).toMatchObject([{ waitsForSignature: true }]);
    await fixture.prove(requestId, ann);
    const sig = 'A'.repeat(86);
    const fake = toSeal.files.map(({ fileId, version }) => ({
      fileId,
      version,
      recipientKeyId: 'A'.repeat(43),
      expiryMs: Date.now(),
      sealed: 'A'.repeat(151),
    }));
    await expect(
      fixture.call(
        requests.confirm,
        { requestId, expiry: inAnHour(), grants: fake, sig, timeMs: 1, ledgerHead: 'A'.repeat(43), checkpoint: '' },
        ann,
      ),
    ).rejects.toMatchObject({ code: 'REQUEST_UNSIGNED' });
    expect((await sign(scenario)).request).toMatchObject({ waitsForSignature: false });
  });

  it('is signed by its receiver only, and only while it is pending', async () => {
    const scenario = await createScenario();
    const { ann, rita, requestId } = scenario;
    await withKeys(rita);
    for (const by of [ann, receiver()])
      await expect(fixture.call(requests.toSign, { id: requestId }, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { statement, sig } = (await signed(scenario))!;
    await expect(fixture.call(requests.sign, { id: requestId, statement, sig }, receiver())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(requests.reject, { id: requestId }, ann);
    await expect(sign(scenario)).rejects.toMatchObject({ code: 'REQUEST_NOT_PENDING' });
    await expect(fixture.call(requests.toSign, {}, rita)).rejects.toMatchObject({ status: 400 });
    await expect(fixture.call(requests.toSign, { id: requestId, fileIds: [requestId] }, rita)).rejects.toMatchObject({
      status: 400,
    });
  });

  it('of managed files needs no signature', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    expect(await fixture.call(requests.toSign, { id }, rita)).toEqual({ requests: [] });
  });

  const signed = async (scenario: Parameters<typeof sign>[0] & { ann: UserActor }) => {
    await sign(scenario);
    return (await fixture.call(requests.sealingTargets, { id: scenario.requestId }, scenario.ann)).signed;
  };
});
