import { requestEvents, requests } from '@tradepost/contracts/requests';
import { memberOf } from '@tradepost/testing/service-harness';
import { inAnHour, receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';
import { grantsFor, newKeys, signatureOf } from './sealing';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { createScenario, withKeys, accepted } = sealedScenarios(() => fixture);
const keysMissing = { code: 'OWNER_KEYS_REQUIRED', status: 403 };
const open = (transferId: string, fileId: string) => ({ transferId, fileId, use: 'start' as const });

describe('a manager', () => {
  it('accepts a request with the code that was mailed to them, and the transfer is the company’s', async () => {
    const [ann, rita] = [sender(), receiver()];
    const max = memberOf(ann, ['manager']);
    const { id } = await fixture.pending(ann, rita);
    await fixture.prove(id, max);
    // the code is the manager's own: it proves nothing for the owner
    await expect(fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann)).rejects.toMatchObject({
      code: 'NOT_VERIFIED',
    });
    const { transfer } = await fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, max);
    expect(await fixture.mails('accept-code', ann.email)).toEqual([]);
    expect((await fixture.call(requests.transfers, { page: 1, pageSize: 5 }, ann)).items).toMatchObject([
      { id: transfer.id },
    ]);
    await fixture.call(requests.revoke, { id: transfer.id }, max);
    await expect(fixture.call(requests.transfer, { id: transfer.id }, rita)).rejects.toMatchObject({
      code: 'TRANSFER_REVOKED',
    });
  });

  it('of another company, or with a role for something else, accepts nothing', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    const other = memberOf(sender(), ['manager']);
    await expect(fixture.call(requests.createCode, { requestId: id, email: other.email }, other)).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    );
    for (const role of ['uploader', 'approver', 'downloader', 'auditor'] as const) {
      const member = memberOf(ann, [role]);
      await expect(
        fixture.call(requests.createCode, { requestId: id, email: member.email }, member),
      ).rejects.toMatchObject({ code: 'NOT_ALLOWED', message: 'Your role in this company does not allow this' });
      await expect(fixture.call(requests.reject, { id }, member)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
  });

  it('needs the keys of the company to accept, extend and open what is end-to-end encrypted', async () => {
    const rita = receiver();
    await withKeys(rita);
    const scenario = await createScenario({ rita });
    const { ann, requestId, files } = scenario;
    const max = memberOf(ann, ['manager']);
    const calls = [
      () => fixture.call(requests.createCode, { requestId, email: max.email }, max),
      () => fixture.call(requests.sealingTargets, { id: requestId }, max),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(keysMissing);
    const { id } = await accepted(scenario);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const after = [
      () => fixture.call(requests.extend, { id, expiry: later }, max),
      () => fixture.call(requests.sealingTargets, { transferId: id }, max),
      () => fixture.call(requests.openFile, open(id, files[0]!.fileId), max),
      () => fixture.call(requests.openArchive, { transferId: id, use: 'start' }, max),
    ];
    for (const call of after) await expect(call()).rejects.toMatchObject(keysMissing);
  });

  it('with the keys of the company accepts with grants of the company, and opens what it has sent', async () => {
    const rita = receiver();
    await withKeys(rita);
    const scenario = await createScenario({ rita });
    const { ann, annKeys, files } = scenario;
    const max = memberOf(ann, ['manager'], { hasKeys: true });
    const { id, grants } = await accepted({ ...scenario, ann: max });
    expect(await fixture.call(requests.transfer, { id }, rita)).toMatchObject({
      grants: { senderId: ann.userId, sig: grants.sig },
    });
    await fixture.call(requests.openFile, open(id, files[0]!.fileId), max);
    const { signing } = (await newKeys(max)).vault;
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const target = await fixture.call(requests.sealingTargets, { transferId: id }, max);
    const byThePerson = await grantsFor({ ...annKeys, signing }, { ...target, expiry: later });
    await expect(fixture.call(requests.extend, { id, expiry: later, ...byThePerson }, max)).rejects.toMatchObject({
      code: 'GRANTS_INVALID',
    });
  });

  it('cannot accept a file that was encrypted after the code was entered', async () => {
    const [ann, rita] = [sender(), receiver()];
    const keys = await withKeys(ann);
    const max = memberOf(ann, ['manager']);
    const [file] = fixture.stock(ann, 'prices.csv');
    const { id } = (await fixture.ask([file!], rita)).requests[0]!;
    await fixture.prove(id, max);
    const { sealed } = await fixture.stockSealed(ann, keys, 'other.csv', Buffer.from('a'));
    fixture.storedFiles.set(file!.fileId, { ...file!, sealed });
    await expect(fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, max)).rejects.toMatchObject(
      keysMissing,
    );
  });
});

describe('a downloader', () => {
  /** Rita's company with a downloader, and a file of Ann's. */
  const people = () => {
    const [ann, rita] = [sender(), receiver()];
    return { ann, rita, dan: memberOf(rita, ['downloader']), files: fixture.stock(ann, 'prices.csv') };
  };

  it('requests and downloads for the owner, in the own name', async () => {
    const { ann, rita, dan, files } = people();
    const { id } = (await fixture.ask(files, dan)).requests[0]!;
    const mine = await fixture.call(requests.mine, { page: 1, pageSize: 5 }, rita);
    expect(mine).toMatchObject({ items: [{ id, receiverEmail: rita.email }] });
    expect((await fixture.ask(files, rita)).alreadyPending).toEqual([files[0]!.fileId]);
    const { transfer } = await fixture.accept(id, ann);
    await fixture.call(requests.openFile, open(transfer.id, files[0]!.fileId), dan);
    const first = await fixture.published(requestEvents.firstDownloaded);
    expect(first.filter(({ requestId }) => requestId === id)).toHaveLength(1);
    await fixture.call(requests.recordDownload, { id: transfer.id }, dan);
    const downloaded = await fixture.published(requestEvents.downloaded);
    expect(downloaded.find(({ requestId }) => requestId === id)).toMatchObject({
      byUserId: dan.userId,
      byEmail: dan.email,
    });
    const [sent] = (await fixture.call(requests.transfers, { page: 1, pageSize: 5 }, ann)).items;
    expect(sent!.downloads).toMatchObject([{ count: 1 }]);
  });

  it('with the keys of the company requests and opens what is end-to-end encrypted, signed by the company', async () => {
    const rita = receiver();
    const keys = await withKeys(rita);
    const dan = memberOf(rita, ['downloader'], { hasKeys: true });
    const scenario = await createScenario({ rita });
    const { requestId: id, files } = scenario;
    const [target] = (await fixture.call(requests.toSign, { id }, dan)).requests;
    const byThePerson = await signatureOf((await newKeys(dan)).vault, target!);
    await expect(fixture.call(requests.sign, { id, ...byThePerson }, dan)).rejects.toMatchObject({
      code: 'REQUEST_SIGNATURE_INVALID',
    });
    await fixture.call(requests.sign, { id, ...(await signatureOf(keys, target!)) }, dan);
    const transfer = await accepted(scenario);
    await fixture.call(requests.openFile, open(transfer.id, files[0]!.fileId), dan);
    await expect(
      fixture.call(requests.openFile, open(transfer.id, files[0]!.fileId), memberOf(rita, ['downloader'])),
    ).rejects.toMatchObject(keysMissing);
  });

  it('does not see what the person received for themselves, nor what the company has sent', async () => {
    const { ann, dan, files } = people();
    const own = receiver({ userId: dan.userId, email: dan.email });
    const { id } = (await fixture.ask(files, own)).requests[0]!;
    const { transfer } = await fixture.accept(id, ann);
    expect(await fixture.call(requests.mine, { page: 1, pageSize: 5 }, dan)).toMatchObject({ total: 0 });
    await expect(fixture.call(requests.openFile, open(transfer.id, files[0]!.fileId), dan)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const ours = memberOf(ann, ['downloader']);
    await expect(fixture.call(requests.openFile, open(transfer.id, files[0]!.fileId), ours)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  });

  it('does not approve, as a member of the other company, what they have requested', async () => {
    const { ann, dan, files } = people();
    await fixture.call(requests.setApprovalRule, { approvals: 1, above: null }, ann);
    const { id } = (await fixture.ask(files, dan)).requests[0]!;
    const approver = memberOf(ann, ['approver'], { userId: dan.userId, email: dan.email });
    await expect(fixture.call(requests.approve, { id }, approver)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await fixture.call(requests.approve, { id }, memberOf(ann, ['approver']));
    expect((await fixture.accept(id, ann)).request.status).toBe('accepted');
  });

  it('gets no answer of the same person for another company to the same key', async () => {
    const { ann, rita, dan } = people();
    const eve = memberOf(receiver(), ['downloader'], { userId: dan.userId, email: dan.email });
    const [first, second] = fixture.stock(ann, 'one.csv', 'two.csv');
    const key = { idempotencyKey: 'same' };
    const [forRita, again, forEve] = [
      await fixture.ask([first!], dan, key),
      await fixture.ask([first!], dan, key),
      await fixture.ask([second!], eve, key),
    ];
    expect(again).toEqual(forRita);
    expect(forEve.requests[0]).toMatchObject({ fileIds: [second!.fileId], receiverEmail: eve.owner!.email });
    expect(forRita.requests[0]!.receiverEmail).toBe(rita.email);
  });

  it('learns that only the owner can request and open what is end-to-end encrypted', async () => {
    const rita = receiver();
    const dan = memberOf(rita, ['downloader']);
    const keys = await withKeys(rita);
    const scenario = await createScenario({ rita });
    const { ann, annKeys, requestId } = scenario;
    const [target] = (await fixture.call(requests.toSign, { id: requestId }, rita)).requests;
    const signed = await signatureOf(keys, target!);
    const file = await fixture.stockSealed(ann, annKeys, 'more.csv', Buffer.from('a'));
    const calls = [
      () => fixture.ask([file], dan),
      () => fixture.call(requests.toSign, { fileIds: [file.fileId] }, dan),
      () => fixture.call(requests.toSign, { id: requestId }, dan),
      () => fixture.call(requests.sign, { id: requestId, ...signed }, dan),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(keysMissing);
    const { id } = await accepted(scenario);
    await fixture.call(requests.revoke, { id }, ann);
    await expect(fixture.call(requests.askAgain, { id }, dan)).rejects.toMatchObject(keysMissing);
  });
});
