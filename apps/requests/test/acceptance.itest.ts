import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/routes';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { StepUpRow } from '../src/step-up.entity';
import { TransferRow } from '../src/transfer.entity';
import { inAnHour, origin, otherThan, receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ ACCEPT_CODE_TRIES_PER_DAY: '12' });
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);
const settled = async (calls: Promise<unknown>[]) => {
  const results = await Promise.allSettled(calls);
  const won = results.filter(({ status }) => status === 'fulfilled').length;
  return {
    won,
    lost: results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : [])),
  };
};

describe('the code', () => {
  it('goes to the signed-in sender alone, five digits, and is never kept as it is', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    const code = await stage.codeFor(id, ann);
    expect(code).toMatch(/^\d{5}$/);
    const [sent] = await stage.mails('accept-code', ann.email);
    expect(sent!.mail.data).toEqual({ firstName: 'Ann', code, companyName: 'Rita Buying' });
    expect(sent!.intent.notAfter!.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
    const [row] = await stage.db.read.findBy(StepUpRow, { requestId: id });
    expect(row!.codeHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  it('is refused when wrong, and for good after five tries', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const code = await stage.codeFor(id, ann);
    for (let i = 0; i < 5; i += 1) {
      await expect(stage.call(requests.verifyCode, { id, code: otherThan(code) }, ann)).rejects.toMatchObject({
        code: 'CODE_INVALID',
        status: 400,
      });
    }
    await expect(stage.call(requests.verifyCode, { id, code }, ann)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('gives no more than five tries to parallel guesses', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const code = await stage.codeFor(id, ann);
    await settled(
      Array.from({ length: 15 }, () => stage.call(requests.verifyCode, { id, code: otherThan(code) }, ann)),
    );
    expect(await stage.db.read.findOneBy(StepUpRow, { requestId: id })).toMatchObject({ tries: 5, verifiedAt: null });
  });

  it('works once', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const code = await stage.codeFor(id, ann);
    const { won, lost } = await settled(
      Array.from({ length: 4 }, () => stage.call(requests.verifyCode, { id, code }, ann)),
    );
    expect([won, lost]).toEqual([1, ['CODE_INVALID', 'CODE_INVALID', 'CODE_INVALID']]);
  });

  it('works in its own session, for its own request and account', async () => {
    const ann = sender();
    const [one, two] = [await stage.pending(ann, receiver()), await stage.pending(ann, receiver())];
    const code = await stage.codeFor(one.id, ann);
    const elsewhere = { ...ann, sessionId: uuidv7() };
    const colleague = sender({ companyId: ann.companyId });
    await expect(stage.call(requests.verifyCode, { id: one.id, code }, elsewhere)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await expect(stage.call(requests.verifyCode, { id: one.id, code }, colleague)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await expect(stage.call(requests.verifyCode, { id: two.id, code }, ann)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });
    await expect(stage.call(requests.verifyCode, { id: one.id, code }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await stage.call(requests.verifyCode, { id: one.id, code: ` ${code} ` }, ann)).toEqual({ verified: true });
  });

  it('gives way to a newer one', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const older = await stage.codeFor(id, ann);
    await stage.later(id);
    const newer = await stage.codeFor(id, ann);
    if (older !== newer)
      await expect(stage.call(requests.verifyCode, { id, code: older }, ann)).rejects.toMatchObject({
        code: 'CODE_INVALID',
      });
    expect(await stage.call(requests.verifyCode, { id, code: newer }, ann)).toEqual({ verified: true });
  });

  it('is mailed once when it is asked for twice at once, and anew once its tries are used up', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const answers = await Promise.all([1, 2, 3].map(() => stage.call(requests.createCode, { requestId: id }, ann)));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    const [only, ...others] = await stage.mails('accept-code', ann.email);
    expect(others).toEqual([]);
    const code = only!.mail.data.code;
    for (let i = 0; i < 5; i += 1)
      await stage.call(requests.verifyCode, { id, code: otherThan(code) }, ann).catch(() => undefined);
    expect(await stage.call(requests.verifyCode, { id, code: await stage.codeFor(id, ann) }, ann)).toEqual({
      verified: true,
    });
    expect(await stage.mails('accept-code', ann.email)).toHaveLength(2);
  });

  it('is another one for another session', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    await stage.codeFor(id, ann);
    await stage.codeFor(id, { ...ann, sessionId: uuidv7() });
    expect(await stage.mails('accept-code', ann.email)).toHaveLength(2);
  });

  it('expires after ten minutes', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const code = await stage.codeFor(id, ann);
    await stage.db.read.update(StepUpRow, { requestId: id }, { expiresAt: minutesAgo(0) });
    await expect(stage.call(requests.verifyCode, { id, code }, ann)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  });

  it('can be asked for five times an hour', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    for (let i = 0; i < 5; i += 1) {
      await stage.call(requests.createCode, { requestId: id }, ann);
      await stage.later(id);
    }
    const { won, lost } = await settled(
      Array.from({ length: 2 }, () => stage.call(requests.createCode, { requestId: id }, ann)),
    );
    expect([won, lost]).toEqual([0, ['TOO_MANY', 'TOO_MANY']]);
    const refusal = await stage.call(requests.createCode, { requestId: id }, ann).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY', status: 429 });
    expect(refusal.retryAfter).toBeGreaterThan(3_200);
    await stage.db.read.update(StepUpRow, { requestId: id }, { createdAt: minutesAgo(61) });
    await stage.codeFor(id, ann);
  });

  it('meets the daily limit of wrong tries, whichever request they were for', async () => {
    const ann = sender();
    for (let request = 0; request < 3; request += 1) {
      const { id } = await stage.pending(ann, receiver());
      const code = await stage.codeFor(id, ann);
      for (let i = 0; i < 4; i += 1)
        await stage.call(requests.verifyCode, { id, code: otherThan(code) }, ann).catch(() => undefined);
    }
    const { id } = await stage.pending(ann, receiver());
    const code = await stage.codeFor(id, ann);
    const refusal = await stage.call(requests.verifyCode, { id, code }, ann).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY' });
    expect(refusal.retryAfter).toBeGreaterThan(86_000);
  });

  it('is not made for others, nor for what is decided', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    await expect(stage.call(requests.createCode, { requestId: id }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(stage.call(requests.createCode, { requestId: id }, rita)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(
      stage.call(requests.createCode, { requestId: id, email: 'eve@example.com' }, ann),
    ).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(
      stage.call(requests.createCode, { requestId: id }, { ...ann, kycStatus: 'Rejected' }),
    ).rejects.toMatchObject({ code: 'KYC_NOT_GOOD' });
    await stage.call(requests.reject, { id }, ann);
    await expect(stage.call(requests.createCode, { requestId: id }, ann)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
    });
    expect(await stage.db.read.countBy(StepUpRow, { requestId: id })).toBe(0);
  });
});

describe('confirming', () => {
  it('makes the transfer, promises its archive and tells everyone, in one go', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = stage.stock(ann, 'b.csv', 'a.csv');
    const [request] = (await stage.ask(files, rita)).requests;
    const expiry = inAnHour();
    const answer = await stage.accept(request!.id, ann, expiry);
    const { id, url } = answer.transfer;
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer).toMatchObject({
      transfer: { expiry, url: transferLink(origin, id, expiry) },
      request: { status: 'accepted', expiry, transferId: id },
    });
    expect(url).toContain(`${origin}/dashboard?id=${id}&expiry=`);
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ status: 'accepted', expiry, transferId: id }]);

    const job = (await stage.jobs('zip')).find(({ key }) => key === `${id}-1`);
    expect(job!.payload).toEqual({
      transferId: id,
      generation: 1,
      target: `transfers/${request!.id}/1.zip`,
      entries: files.map(({ objectKey, name, size, crc32, updatedAt }) => ({
        objectKey,
        name,
        size,
        crc32,
        modifiedAt: updatedAt,
      })),
    });
    const [event] = (await stage.published(requestEvents.accepted)).filter(
      ({ requestId }) => requestId === request!.id,
    );
    expect(event).toMatchObject({ expiry, fileNames: ['b.csv', 'a.csv'], companyId: ann.companyId });
    expect(JSON.stringify(event)).not.toContain(id);
  });

  it('needs a code verified by this session, at most ten minutes ago', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    const confirm = (by = ann) => stage.call(requests.confirm, { requestId: id, expiry: inAnHour() }, by);
    await expect(confirm()).rejects.toMatchObject({
      code: 'NOT_VERIFIED',
      status: 403,
      message: 'Please verify your token first.',
    });
    await stage.codeFor(id, ann);
    await expect(confirm()).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await stage.prove(id, ann);
    await expect(confirm({ ...ann, sessionId: uuidv7() })).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await expect(confirm(sender({ companyId: ann.companyId }))).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await expect(confirm(sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await stage.db.read.update(StepUpRow, { requestId: id }, { verifiedAt: minutesAgo(10) });
    await expect(confirm()).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    expect(await stage.db.read.countBy(TransferRow, { requestId: id })).toBe(0);
    await stage.prove(id, ann);
    expect(await confirm()).toMatchObject({ request: { status: 'accepted' } });
    await expect(confirm()).rejects.toMatchObject({ code: 'REQUEST_NOT_PENDING', status: 409 });
  });

  it('needs an expiry between now and five years', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    await stage.prove(id, ann);
    const confirm = (expiry: unknown) => stage.call(requests.confirm, { requestId: id, expiry }, ann);
    await expect(confirm(minutesAgo(0).toISOString())).rejects.toMatchObject({
      code: 'EXPIRY_NOT_FUTURE',
      message: 'Expiry time must be in the future.',
    });
    for (const expiry of ['soon', 42, '', undefined])
      await expect(confirm(expiry)).rejects.toMatchObject({ status: 400, errors: [{ field: 'expiry' }] });
    await expect(confirm(new Date(Date.now() + 5.01 * 366 * 86_400_000).toISOString())).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'expiry' }],
    });
    expect(await confirm(inAnHour())).toMatchObject({ request: { status: 'accepted' } });
  });

  it('gives a part, with what it was asked for and the terms of the folders, both as they stood', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = stage.stock(ann, 'a.csv', 'b.csv', 'c.csv');
    stage.licences.set(files[2]!.folderId, 'Internal use only');
    stage.licences.set(files[1]!.folderId, 'Not among those given');
    const asked = { files: files.map(({ fileId }) => ({ id: fileId })), intendedUse: 'A price index' };
    const [request] = (await stage.call(requests.create, asked, rita)).requests;
    await stage.prove(request!.id, ann);
    const confirm = (fileIds: string[], more: object = {}) =>
      stage.call(requests.confirm, { requestId: request!.id, expiry: inAnHour(), fileIds, ...more }, ann);
    const foreign = stage.stock(ann, 'other.csv')[0]!;
    await expect(confirm([files[0]!.fileId, foreign.fileId])).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'fileIds' }],
    });
    await expect(confirm([])).rejects.toMatchObject({ status: 400, errors: [{ field: 'fileIds' }] });
    for (const maxDownloads of [0, 1.5, -1, 'many'])
      await expect(confirm([files[0]!.fileId], { maxDownloads })).rejects.toMatchObject({
        status: 400,
        errors: [{ field: 'maxDownloads' }],
      });
    const { transfer } = await confirm([files[2]!.fileId, files[0]!.fileId], { maxDownloads: 3 });
    stage.licences.set(files[2]!.folderId, 'Changed later');
    expect(await stage.call(requests.transfer, { id: transfer.id }, rita)).toMatchObject({
      files: [{ name: 'a.csv' }, { name: 'c.csv' }],
      intendedUse: 'A price index',
      licences: [{ folderName: 'Prices', terms: 'Internal use only' }],
      maxDownloads: 3,
    });
    expect(stage.holds.get(request!.id)!.fileIds).toEqual([files[0]!.fileId, files[2]!.fileId]);
    expect(
      (await stage.published(requestEvents.accepted)).find(({ requestId }) => requestId === request!.id),
    ).toMatchObject({ fileNames: ['a.csv', 'c.csv'] });
  });

  it('leaves out files that are gone, and needs one that is not', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [kept, gone] = stage.stock(ann, 'kept.csv', 'gone.csv');
    const [request] = (await stage.ask([gone!, kept!], rita)).requests;
    await stage.prove(request!.id, ann);
    stage.shelf.delete(gone!.fileId);
    stage.shelf.delete(kept!.fileId);
    const confirm = () => stage.call(requests.confirm, { requestId: request!.id, expiry: inAnHour() }, ann);
    await expect(confirm()).rejects.toMatchObject({ code: 'FILES_GONE', status: 409 });
    stage.shelf.set(kept!.fileId, kept!);
    const { transfer } = await confirm();
    expect((await stage.call(requests.transfer, { id: transfer.id }, rita)).files).toMatchObject([
      { fileId: kept!.fileId, name: 'kept.csv' },
    ]);
  });

  it('is refused while the registration needs attention', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    await stage.prove(id, ann);
    const confirm = (by: Parameters<Stage['prove']>[1]) =>
      stage.call(requests.confirm, { requestId: id, expiry: inAnHour() }, by);
    await expect(confirm({ ...ann, kycStatus: 'Changes requested' })).rejects.toMatchObject({ code: 'KYC_NOT_GOOD' });
    await expect(confirm({ ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({ code: 'KYC_PENDING' });
    await expect(
      stage.call(requests.confirm, { requestId: id, expiry: inAnHour() }, publicActor),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('has one winner of fifty at once', async () => {
    const ann = sender();
    const { id } = await stage.pending(ann, receiver());
    await stage.prove(id, ann);
    const { won, lost } = await settled(
      Array.from({ length: 50 }, () => stage.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann)),
    );
    expect(won).toBe(1);
    expect(new Set(lost)).toEqual(new Set(['REQUEST_NOT_PENDING']));
    expect(await stage.db.read.countBy(TransferRow, { requestId: id })).toBe(1);
    expect((await stage.published(requestEvents.accepted)).filter(({ requestId }) => requestId === id)).toHaveLength(1);
  });

  it('or rejecting wins, never both', async () => {
    const ann = sender();
    for (let round = 0; round < 20; round += 1) {
      const rita = receiver();
      const { id } = await stage.pending(ann, rita);
      await stage.prove(id, ann);
      const calls = [
        () => stage.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann),
        () => stage.call(requests.reject, { id }, ann),
      ];
      const { won, lost } = await settled((round % 2 ? calls : calls.reverse()).map((call) => call()));
      expect([won, lost]).toEqual([1, ['REQUEST_NOT_PENDING']]);
      expect(stage.holds.has(id)).toBe((await stage.db.read.countBy(TransferRow, { requestId: id })) === 1);
      const [seen] = (await stage.call(requests.mine, {}, rita)) as { status: string }[];
      expect(await stage.db.read.countBy(TransferRow, { requestId: id })).toBe(seen!.status === 'accepted' ? 1 : 0);
    }
  }, 60_000);
});
