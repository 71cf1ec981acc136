import { kyc, kycEvents } from '@tradepost/contracts/kyc';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { admin, complete, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const documentOf = async (kind: string, actor: ReturnType<typeof sender>) =>
  (await fixture.get(actor)).data.documents.documents.find(({ id }) => id === kind)!;

describe('documents', () => {
  it('show the newest upload, and earlier ones can still be opened', async () => {
    const ann = sender();
    const older = await fixture.attach('memorandum', ann, 'old.pdf');
    const newer = await fixture.attach('memorandum', ann, 'new.pdf');
    expect(await documentOf('memorandum', ann)).toEqual({
      id: 'memorandum',
      name: 'Memorandum',
      required: true,
      scan: 'none',
      filename: 'new.pdf',
      uploadId: newer.id,
      fileUrl: `/api/kyc/documents/${newer.id}`,
      contentType: 'application/pdf',
      size: 3_000_000_000,
      uploadedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      versions: [expect.objectContaining({ id: older.id, filename: 'old.pdf' })],
    });
    const open = (documentId: string) => fixture.call(kyc.openDocument, { documentId }, ann);
    expect(await open(older.id)).toMatchObject({
      filename: 'old.pdf',
      objectKey: expect.stringContaining(ann.companyId!),
    });
    expect(await open('memorandum')).toMatchObject({ filename: 'new.pdf', size: 3_000_000_000 });
  });

  it('of a company have a limit together, and each may be replaced five times a day', async () => {
    const ann = sender();
    await fixture.attach('bank_statement', ann, 'large.pdf', { size: 99_000_000_000 });
    await expect(fixture.attach('memorandum', ann)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 });
    expect(await documentOf('memorandum', ann)).toMatchObject({ uploadId: null });
    const ask = (bytes: number) => fixture.call(kyc.checkDocumentRoom, { bytes }, ann);
    await expect(ask(1_000_000_001)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 });
    await ask(1_000_000_000);
    await fixture.attach('memorandum', ann, 'small.pdf', { size: 1_000_000_000 });
    const bob = sender();
    for (let n = 0; n < 5; n += 1) await fixture.attach('memorandum', bob);
    await expect(fixture.attach('memorandum', bob)).rejects.toMatchObject({ code: 'TOO_MANY', status: 429 });
    await fixture.attach('bank_statement', bob);
  });

  it('of a submission are stored with it, or not at all', async () => {
    const ann = sender();
    const upload = (documentId: string, size = 1_000) => ({
      documentId,
      objectKey: `kyc/${ann.companyId}/${documentId}`,
      filename: `${documentId}.pdf`,
      contentType: 'application/pdf',
      size,
      sha256: 'a'.repeat(64),
      scan: 'none',
    });
    const submit = (kycData: object, uploads: object[]) =>
      fixture.call(kyc.submit, { userId: ann.userId, kycData, uploads }, ann);
    const both = [upload('memorandum'), upload('bank_statement')];
    const refused: [object, object[], string][] = [
      [{ ...complete, companyDetails: {} }, both, 'INVALID'],
      [complete, [...both, upload('passport')], 'INVALID'],
      [complete, [...both, upload('company_chart', 101_000_000_000)], 'TOO_LARGE'],
      [complete, [upload('bank_statement'), ...Array.from({ length: 6 }, () => upload('memorandum'))], 'TOO_MANY'],
      [complete, Array.from({ length: 10 }, () => upload('memorandum')), 'INVALID'],
    ];
    for (const [kycData, uploads, code] of refused)
      await expect(submit(kycData, uploads)).rejects.toMatchObject({ code });
    expect(await fixture.submissions(ann)).toEqual([]);
    for (const { id } of both.map(({ documentId }) => ({ id: documentId })))
      expect(await documentOf(id, ann)).toMatchObject({ uploadId: null, versions: [] });
    await submit(complete, [...both, upload('memorandum')]);
    expect(await documentOf('memorandum', ann)).toMatchObject({ filename: 'memorandum.pdf', versions: [{}] });
    expect(await documentOf('bank_statement', ann)).toMatchObject({ filename: 'bank_statement.pdf', versions: [] });
    expect(await fixture.submissions(ann)).toHaveLength(1);
  });

  it('can be opened only by their company and admins, and an admin’s access is logged', async () => {
    const [ann, bob, boss] = [sender(), sender(), admin()];
    const { id: documentId } = await fixture.attach('bank_statement', ann);
    for (const stranger of [bob, userActor({ userType: 'receiver' }), sender({ companyId: null })]) {
      await expect(fixture.call(kyc.openDocument, { documentId }, stranger)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(fixture.call(kyc.openDocument, { documentId: 'bank_statement' }, stranger)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await expect(fixture.call(kyc.openDocument, { documentId }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(kyc.openDocument, { documentId: 'no-uuid' }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(kyc.openDocument, { documentId }, ann);
    await fixture.call(kyc.openDocument, { documentId }, boss);
    const reads = (await fixture.published(kycEvents.documentRead)).filter(
      ({ companyId }) => companyId === ann.companyId,
    );
    expect(reads).toEqual([{ companyId: ann.companyId, document: 'bank_statement', filename: 'proof.pdf' }]);
  });

  it('that are cleared disappear with all versions for the company, but not for the review', async () => {
    const ann = sender();
    const older = await fixture.attach('company_chart', ann);
    const newer = await fixture.attach('company_chart', ann);
    await fixture.call(kyc.saveProgress, { userId: ann.userId, kycData: complete }, ann);
    await fixture.call(kyc.clearDocument, { documentId: 'company_chart' }, ann);
    expect(await documentOf('company_chart', ann)).toMatchObject({ uploadId: null, filename: null, versions: [] });
    for (const documentId of ['company_chart', older.id, newer.id])
      await expect(fixture.call(kyc.openDocument, { documentId }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const next = await fixture.attach('company_chart', ann);
    expect(await documentOf('company_chart', ann)).toMatchObject({ uploadId: next.id, versions: [] });
    const reviewed = await fixture.call(kyc.caseData, { companyId: ann.companyId! }, admin());
    expect(reviewed.data.documents.documents.find(({ id }) => id === 'company_chart')).toMatchObject({
      uploadId: next.id,
      versions: [{ id: newer.id }, { id: older.id }],
    });
    expect(await fixture.call(kyc.openDocument, { documentId: older.id }, admin())).toMatchObject({
      filename: 'proof.pdf',
    });
  });

  it('show whether they were scanned, and a refused document is logged', async () => {
    const ann = sender();
    await fixture.attach('tax_statement', ann);
    await fixture.attach('tax_statement', ann, 'scanned.pdf', { scan: 'clean' });
    expect(await documentOf('tax_statement', ann)).toMatchObject({
      filename: 'scanned.pdf',
      scan: 'clean',
      versions: [expect.objectContaining({ scan: 'none' })],
    });
    expect(await documentOf('memorandum', ann)).toMatchObject({ uploadId: null, scan: null });
    await fixture.call(
      kyc.rejectInfectedDocument,
      { documentId: 'memorandum', filename: 'bad.pdf', signature: 'Win.Test.EICAR_HDB-1' },
      ann,
    );
    expect(
      (await fixture.published(kycEvents.infectedDocumentRejected)).filter(
        ({ companyId }) => companyId === ann.companyId,
      ),
    ).toEqual([
      { companyId: ann.companyId, document: 'memorandum', filename: 'bad.pdf', signature: 'Win.Test.EICAR_HDB-1' },
    ]);
  });

  it('of an unknown kind are refused', async () => {
    await expect(fixture.attach('passport' as never, sender())).rejects.toMatchObject({ code: 'INVALID' });
  });
});
