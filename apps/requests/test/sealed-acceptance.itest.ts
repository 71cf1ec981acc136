import { buildArchive, type ArchiveWork } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { grantsFor, newKeys, received } from './sealing';
import { inAnHour, receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios, type Scenario } from './sealed-scenario';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { withKeys, sign, createScenario, given, accepted, bundleBytes, manifestOf, another } = sealedScenarios(
  () => fixture,
);

describe('sealed files', () => {
  it('reach their receiver unchanged, one by one and in the bundle', async () => {
    const scenario = await createScenario();
    const { ann, rita, contents, files, requestId } = scenario;
    const ritaKeys = await withKeys(rita);
    const { id } = await accepted(scenario);
    const view = await fixture.call(requests.transfer, { id }, rita);
    expect(view).toMatchObject({
      mode: 'e2e',
      keyLost: false,
      grants: { requestId, senderId: ann.userId, recipientId: rita.userId },
    });
    expect(view.files.map(({ size, mode }) => [size, mode])).toEqual([
      [40_000, 'e2e'],
      [0, 'e2e'],
    ]);

    const bundle = await bundleBytes(id, rita);
    expect(bundle).toHaveLength(view.archive.size);
    const manifest = await manifestOf(id, rita, requestId);
    for (const [index, { fileId, sealed, name }] of view.files.entries()) {
      const single = await fixture.call(requests.openFile, { transferId: id, fileId }, rita);
      expect(single).toMatchObject({
        name: `${name}.sdx`,
        contentType: 'application/octet-stream',
        size: sealed!.sealedSize,
        etag: files[index]!.sha256,
      });
      const alone = await received(ritaKeys, view.grants!, sealed!, await fixture.stored(single.objectKey));
      expect(alone.content.equals(contents[index]!)).toBe(true);
      expect(alone.meta).toMatchObject({ name, size: contents[index]!.length });
      const { offset, length } = manifest.entries[index]!;
      const bundled = await received(ritaKeys, view.grants!, sealed!, bundle.subarray(offset, offset + length));
      expect(bundled.content.equals(contents[index]!)).toBe(true);
    }
    expect((await fixture.call(requests.openArchive, { transferId: id }, rita)).name).toBe('Ann Trading.sealed.zip');
    expect(await fixture.call(requests.myTransfers, {}, rita)).toMatchObject({
      items: [{ mode: 'e2e', size: 40_000 }],
    });
  });

  it('can be mixed with managed ones in a transfer', async () => {
    const scenario = await createScenario({ mixed: true });
    const { rita, files, contents, requestId } = scenario;
    const ritaKeys = await withKeys(rita);
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([
      { mode: 'mixed', files: [{ mode: 'e2e' }, { mode: 'managed' }, { mode: 'e2e' }] },
    ]);
    const { id } = await accepted(scenario);
    const view = await fixture.call(requests.transfer, { id }, rita);
    expect(view).toMatchObject({
      mode: 'mixed',
      files: [{ mode: 'e2e' }, { mode: 'managed', sealed: null }, { mode: 'e2e' }],
    });
    expect(view.grants!.grants).toHaveLength(2);
    const bundle = await bundleBytes(id, rita);
    const { entries } = await manifestOf(id, rita, requestId);
    expect(entries.map(({ fileId, mode }) => [fileId, mode])).toEqual(
      files.map(({ fileId, sealed }) => [fileId, sealed ? 'e2e' : 'managed']),
    );
    const [first, plain] = entries.map(({ offset, length }) => bundle.subarray(offset, offset + length));
    expect(plain!.equals(contents[1]!)).toBe(true);
    expect(entries[1]).toMatchObject({ sha256: files[1]!.sha256 });
    expect((await received(ritaKeys, view.grants!, view.files[0]!.sealed!, first!)).content.equals(contents[0]!)).toBe(
      true,
    );
    const [job] = (await fixture.jobs('zip')).filter(
      ({ name, payload }) => name === buildArchive.name && (payload as ArchiveWork).transferId === id,
    );
    expect((job!.payload as ArchiveWork).entries.map(({ name }) => name)).toEqual([
      `${files[0]!.fileId}.sdx`,
      `${files[1]!.fileId}.bin`,
      `${files[2]!.fileId}.sdx`,
    ]);
  });

  it('never reveal their owner’s wrapped keys to the receiver, and nothing to others', async () => {
    const scenario = await createScenario({ mixed: true });
    const { rita, ann, files, requestId } = scenario;
    await withKeys(rita);
    const { id } = await accepted(scenario);
    const answers = await Promise.all([
      fixture.call(requests.transfer, { id }, rita),
      fixture.call(requests.myTransfers, {}, rita),
      fixture.call(requests.mine, {}, rita),
      fixture.call(requests.openArchive, { transferId: id }, rita),
      fixture.call(requests.openFile, { transferId: id, fileId: files[0]!.fileId }, rita),
      fixture.call(requests.transfer, { id }, ann),
    ]);
    for (const { sealed } of files) if (sealed) expect(JSON.stringify(answers)).not.toContain(sealed.wrappedKey);
    const pending = await createScenario();
    for (const [by, code] of [
      [rita, 'NOT_ALLOWED'],
      [receiver(), 'NOT_ALLOWED'],
      [sender(), 'NOT_FOUND'],
    ] as const) {
      await expect(fixture.call(requests.sealingTargets, { transferId: id }, by)).rejects.toMatchObject({ code });
      await expect(fixture.call(requests.sealingTargets, { id: pending.requestId }, by)).rejects.toMatchObject({
        code,
      });
    }
    for (const by of [sender(), receiver()])
      await expect(fixture.call(requests.transfer, { id }, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(requests.sealingTargets, { id: requestId }, ann)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
    });
    await expect(fixture.call(requests.sealingTargets, {}, ann)).rejects.toMatchObject({ status: 400 });
    await expect(fixture.call(requests.sealingTargets, { id: requestId, transferId: id }, ann)).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('an acceptance', () => {
  it('without the right grants changes nothing', async () => {
    const scenario = await createScenario();
    const { ann, annKeys, rita, requestId } = scenario;
    await withKeys(rita);
    const good = await given(scenario);
    const toSeal = await fixture.call(requests.sealingTargets, { id: requestId }, ann);
    const other = await createScenario({ rita });
    const outsider = receiver();
    const outsiderKeys = await newKeys(outsider);
    const malloryKeys = (await newKeys(sender())).vault;
    const { expiry } = good;
    const signedOf = async (scenario: Scenario) => {
      await sign(scenario);
      return (await fixture.call(requests.sealingTargets, { id: scenario.requestId }, scenario.ann)).signed;
    };
    const make = (change: object, vault = annKeys) => grantsFor(vault, { ...toSeal, expiry, ...change });
    const [one, two] = good.grants;
    const flipped = `${one!.sealed.slice(0, 20)}${one!.sealed[20] === 'A' ? 'B' : 'A'}${one!.sealed.slice(21)}`;
    const refused: [string, object, string][] = [
      ['none', {}, 'E2E_GRANTS_REQUIRED'],
      ['no signature', { grants: good.grants }, 'E2E_GRANTS_REQUIRED'],
      ['no grants', { sig: good.sig, grants: [] }, 'E2E_GRANTS_REQUIRED'],
      ['one missing', await make({ files: toSeal.files.slice(1) }), 'GRANTS_INVALID'],
      ['one more', await make({ files: [...toSeal.files, await another(scenario)] }), 'GRANTS_INVALID'],
      ['one twice', { grants: [one, one], sig: good.sig }, 'GRANTS_INVALID'],
      ['another order', { grants: [two, one], sig: good.sig }, 'GRANTS_INVALID'],
      ['a choice of one', { ...good, fileIds: [toSeal.files[0]!.fileId] }, 'GRANTS_INVALID'],
      [
        'another expiry',
        { grants: good.grants, sig: good.sig, expiry: new Date(Date.parse(expiry) + 1000).toISOString() },
        'GRANTS_INVALID',
      ],
      [
        'another receiver',
        await make({ receiver: { userId: outsider.userId, bundle: outsiderKeys.bundle } }),
        'GRANTS_INVALID',
      ],
      ['another request', await make({ requestId: other.requestId }), 'GRANTS_INVALID'],
      ['another signed request', await make({ signed: await signedOf(other) }), 'GRANTS_INVALID'],
      ['a request that nobody signed', await make({ signed: null }), 'GRANTS_INVALID'],
      ['no time', { ...good, timeMs: undefined }, 'GRANTS_INVALID'],
      ['no head of the ledger', { ...good, ledgerHead: undefined }, 'GRANTS_INVALID'],
      ['no checkpoint', { ...good, checkpoint: undefined }, 'GRANTS_INVALID'],
      ['another time', { ...good, timeMs: good.timeMs! + 1 }, 'GRANTS_INVALID'],
      ['a changed grant', { grants: [{ ...one, sealed: flipped }, two], sig: good.sig }, 'GRANTS_INVALID'],
      [
        'swapped grants',
        {
          grants: [
            { ...one, sealed: two!.sealed },
            { ...two, sealed: one!.sealed },
          ],
          sig: good.sig,
        },
        'GRANTS_INVALID',
      ],
      [
        'a signature of others',
        { grants: good.grants, sig: (await make({}, { ...annKeys, signing: malloryKeys.signing })).sig },
        'GRANTS_INVALID',
      ],
      ['not even base64', { grants: good.grants, sig: `${good.sig.slice(0, -1)}!` }, 'INVALID'],
    ];
    await fixture.prove(requestId, ann);
    for (const [name, grants, code] of refused) {
      await expect(
        fixture.call(requests.confirm, { requestId, expiry, ...grants }, ann).catch((error) => [name, error.code]),
      ).resolves.toEqual([name, code]);
    }
    await withKeys(rita, 2);
    await expect(fixture.call(requests.confirm, { requestId, ...good }, ann)).rejects.toMatchObject({
      code: 'REQUEST_UNSIGNED',
    });
    expect(fixture.holds.has(requestId)).toBe(false);
    expect(await fixture.call(requests.ofCompany, {}, ann)).toMatchObject([{ id: requestId, status: 'pending' }]);
    expect(await fixture.call(requests.confirm, { requestId, ...(await given(scenario, expiry)) }, ann)).toMatchObject({
      request: { status: 'accepted', mode: 'e2e' },
    });
  });

  it('of a replaced version needs a new signature of the receiver', async () => {
    const scenario = await createScenario();
    await withKeys(scenario.rita);
    const good = await given(scenario);
    await fixture.prove(scenario.requestId, scenario.ann);
    const [file] = scenario.files;
    file!.sealed!.version += 1;
    await expect(
      fixture.call(requests.confirm, { requestId: scenario.requestId, ...good }, scenario.ann),
    ).rejects.toMatchObject({ code: 'REQUEST_UNSIGNED' });
    expect(await fixture.call(requests.mine, {}, scenario.rita)).toMatchObject([{ waitsForSignature: false }]);
    expect(await fixture.call(requests.sealingTargets, { id: scenario.requestId }, scenario.ann)).toMatchObject({
      signed: null,
    });
    expect(await fixture.call(requests.mine, {}, scenario.rita)).toMatchObject([{ waitsForSignature: true }]);
    await sign(scenario);
    expect(await fixture.call(requests.mine, {}, scenario.rita)).toMatchObject([{ waitsForSignature: false }]);
  });

  it('treats a file that was sealed after the request as sealed', async () => {
    const [ann, rita] = [sender(), receiver()];
    const annKeys = await withKeys(ann);
    const { id, fileIds } = await fixture.pending(ann, rita);
    const sealed = await fixture.stockSealed(ann, annKeys, 'prices.csv', Buffer.from('a,b'));
    fixture.storedFiles.set(fileIds[0]!, { ...sealed, fileId: fileIds[0]! });
    await fixture.prove(id, ann);
    await expect(fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann)).rejects.toMatchObject({
      code: 'E2E_GRANTS_REQUIRED',
      status: 409,
    });
    expect(fixture.holds.has(id)).toBe(false);
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ mode: 'managed', waitsForKey: false }]);
    expect((await fixture.call(requests.sealingTargets, { id }, ann)).files).toEqual([sealed.sealed]);
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ mode: 'e2e', waitsForKey: true }]);
  });

  it('of some of the files needs grants for exactly these', async () => {
    const scenario = await createScenario();
    await withKeys(scenario.rita);
    await sign(scenario);
    const toSeal = await fixture.call(requests.sealingTargets, { id: scenario.requestId }, scenario.ann);
    const expiry = inAnHour();
    const part = await grantsFor(scenario.annKeys, { ...toSeal, files: toSeal.files.slice(0, 1), expiry });
    await fixture.prove(scenario.requestId, scenario.ann);
    const { transfer } = await fixture.call(
      requests.confirm,
      { requestId: scenario.requestId, expiry, fileIds: [toSeal.files[0]!.fileId], ...part },
      scenario.ann,
    );
    expect((await fixture.call(requests.transfer, { id: transfer.id }, scenario.rita)).files).toHaveLength(1);
  });

  it('of managed files accepts no grants', async () => {
    const scenario = await createScenario();
    await withKeys(scenario.rita);
    const good = await given(scenario);
    const { id } = await fixture.pending(scenario.ann, scenario.rita);
    await fixture.prove(id, scenario.ann);
    await expect(fixture.call(requests.confirm, { requestId: id, ...good }, scenario.ann)).rejects.toMatchObject({
      code: 'GRANTS_INVALID',
      status: 400,
    });
    const { transfer } = await fixture.call(requests.confirm, { requestId: id, expiry: good.expiry }, scenario.ann);
    const view = await fixture.call(requests.transfer, { id: transfer.id }, scenario.rita);
    expect(view).toMatchObject({ mode: 'managed', grants: null, keyLost: false });
    expect(view.archive).not.toHaveProperty('manifest');
  });
});
