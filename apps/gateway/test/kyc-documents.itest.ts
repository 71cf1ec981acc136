import { once } from 'node:events';
import { connect } from 'node:net';
import { kyc } from '@tradepost/contracts/kyc';
import { AppError } from '@tradepost/contracts/errors';
import request from 'supertest';
import { objectKeys, pdfOf, startGateway, type GatewayUnderTest } from './gateway-harness';
import { boundary, formHead } from './raw-upload';

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('the documents of a registration', () => {
  const registration = { data: {} as never, user: {} as never, review: {} as never };
  let gateway: GatewayUnderTest;
  let room = Infinity;
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(kyc.checkDocumentRoom, ({ bytes }) => {
      if (bytes > room) throw new AppError('TOO_LARGE');
      return { ok: true as const };
    });
    await gateway.stubService(kyc.attachDocument, () => registration);
    await gateway.stubService(kyc.submit, () => registration);
  });
  afterAll(() => gateway.stop());

  it('are stored by company and attached with the submission', async () => {
    const { bearer, actor } = await gateway.signIn({ kycStatus: 'Pending' });
    const post = () => request(gateway.origin).post('/api/auth/update-kyc').set('authorization', bearer);
    await post()
      .field('userId', actor.userId)
      .field('kycData', '{"companyDetails":{}}')
      .attach('tax_certificate', pdfOf(1000), 'tax.pdf')
      .attach('memorandum', png, 'm.png')
      .expect(200);
    const { subject, input } = gateway.calls.at(-1)!;
    expect([subject, input]).toEqual([
      kyc.submit.subject,
      { userId: actor.userId, kycData: { companyDetails: {} }, uploads: [expect.anything(), expect.anything()] },
    ]);
    const [one, two] = input.uploads;
    expect([one.documentId, two.documentId]).toEqual(['tax_certificate', 'memorandum']);
    expect(one).toMatchObject({ contentType: 'application/pdf', size: 1000, filename: 'tax.pdf' });
    expect(one.objectKey.startsWith(`kyc/${actor.companyId}/`)).toBe(true);
    expect(await objectKeys(gateway.store)).toHaveLength(2);
  });

  it('are refused for another user, under another name, and of another type', async () => {
    const { bearer, actor } = await gateway.signIn();
    const post = () => request(gateway.origin).post('/api/auth/update-kyc').set('authorization', bearer);
    const put = (documentId: string) =>
      request(gateway.origin).post(`/api/kyc/documents/${documentId}`).set('authorization', bearer);
    const protectedPdf = Buffer.concat([
      pdfOf(300_000),
      Buffer.from('\ntrailer << /Size 5 /Root 1 0 R /Encrypt 4 0 R >>\nstartxref\n9\n%%EOF'),
    ]);
    const before = await objectKeys(gateway.store);
    const met: [request.Response, number, string][] = [
      [await post().field('userId', 'other').attach('memorandum', pdfOf(100), 'a.pdf'), 403, 'NOT_YOURS'],
      [await post().field('userId', actor.userId).attach('passport', pdfOf(100), 'a.pdf'), 400, 'INVALID'],
      [await post().field('userId', actor.userId).attach('memorandum', Buffer.from('x'), 'a.txt'), 415, 'FILE_TYPE'],
      [
        await post()
          .field('userId', actor.userId)
          .attach('memorandum', pdfOf(25 * 1024 * 1024 + 1), 'a.pdf'),
        413,
        'TOO_LARGE',
      ],
      [await post().field('userId', actor.userId).attach('memorandum', Buffer.alloc(0), 'a.pdf'), 415, 'FILE_TYPE'],
      [
        await post()
          .field('userId', actor.userId)
          .attach('memorandum', Buffer.from('MZ\u0090 not a document'), 'a.pdf'),
        415,
        'FILE_TYPE',
      ],
      [await post().field('userId', actor.userId).attach('memorandum', protectedPdf, 'a.pdf'), 415, 'FILE_TYPE'],
      [await post().field('userId', actor.userId).field('kycData', '{'), 400, 'INVALID'],
      [
        await post()
          .field('userId', actor.userId)
          .field('kycData', `{"companyDetails":{"city":"${'x'.repeat(1024 * 1024)}"}}`),
        413,
        'TOO_LARGE',
      ],
      [await put('memorandum').attach('file', protectedPdf, 'a.pdf'), 415, 'FILE_TYPE'],
      [await put('passport').attach('file', pdfOf(100), 'a.pdf'), 400, 'INVALID'],
      [await put('memorandum').field('note', 'no file'), 400, 'INVALID'],
      [await put('memorandum').attach('file', pdfOf(25 * 1024 * 1024 + 1), 'a.pdf'), 413, 'TOO_LARGE'],
    ];
    for (const [{ status, body }, expected, code] of met) expect([status, body.code]).toEqual([expected, code]);
    expect(met[6]?.[0].body.message).toBe('The document is protected by a password. Please upload it without one.');
    expect(await objectKeys(gateway.store)).toEqual(before);
  });

  it('are not read completely if they are too many or too large', async () => {
    const { bearer, actor } = await gateway.signIn();
    const before = gateway.calls.filter(({ subject }) => subject === kyc.submit.subject).length;
    const ten = request(gateway.origin)
      .post('/api/auth/update-kyc')
      .set('authorization', bearer)
      .field('userId', actor.userId)
      .field('kycData', '{}');
    for (let n = 0; n < 10; n++) ten.attach('memorandum', png, 'm.png');
    const { status, body } = await ten;
    expect([status, body.code]).toEqual([400, 'INVALID']);

    const objects = await objectKeys(gateway.store);
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data)).on('error', () => undefined);
    const total = 200 * 1024 * 1024;
    socket.write(
      `POST /api/kyc/documents/memorandum HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${total}\r\n\r\n${formHead('a.pdf')}`,
    );
    const piece = pdfOf(1024 * 1024);
    while (!answer && socket.bytesWritten < total) {
      if (!socket.write(piece))
        await Promise.race([once(socket, 'drain'), once(socket, 'close'), once(socket, 'data')]);
    }
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"TOO_LARGE"/);
    expect(socket.bytesWritten).toBeLessThan(total / 2);
    expect(await objectKeys(gateway.store)).toEqual(objects);
    expect(gateway.calls.filter(({ subject }) => subject === kyc.submit.subject)).toHaveLength(before);
  });

  it('are not stored if what follows them in the form is refused', async () => {
    const { bearer } = await gateway.signIn({ kycStatus: 'Pending' });
    const [objects, calls] = [await objectKeys(gateway.store), gateway.calls.length];
    const { status, body } = await request(gateway.origin)
      .post('/api/kyc/documents/memorandum')
      .set('authorization', bearer)
      .attach('file', png, 'm.png')
      .field('note', 'x'.repeat(80_000));
    expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
    expect(await objectKeys(gateway.store)).toEqual(objects);
    expect(gateway.calls.slice(calls).map(({ subject }) => subject)).not.toContain(kyc.attachDocument.subject);
  });

  it('of a form are not stored if a later document, a field, the end of the form or the submission is refused', async () => {
    const { bearer, actor } = await gateway.signIn({ kycStatus: 'Pending' });
    const [objects, calls] = [await objectKeys(gateway.store), gateway.calls.length];
    const form = () =>
      request(gateway.origin)
        .post('/api/auth/update-kyc')
        .set('authorization', bearer)
        .field('userId', actor.userId)
        .field('kycData', '{}')
        .attach('tax_certificate', pdfOf(300_000), 'tax.pdf')
        .attach('memorandum', png, 'm.png');
    const forms: [request.Test, number, string][] = [
      [form().attach('passport', pdfOf(100), 'a.pdf'), 400, 'INVALID'],
      [form().attach('company_chart', Buffer.from('x'), 'a.txt'), 415, 'FILE_TYPE'],
      [form().attach('company_chart', pdfOf(25 * 1024 * 1024 + 1), 'a.pdf'), 413, 'TOO_LARGE'],
      [form().field('note', 'x'.repeat(80_000)), 413, 'TOO_LARGE'],
      [form().field('kycData', '{'), 400, 'INVALID'],
    ];
    for (const [sent, expected, code] of forms) {
      const { status, body } = await sent;
      expect([status, body.code]).toEqual([expected, code]);
      expect(await objectKeys(gateway.store)).toEqual(objects);
    }
    expect(gateway.calls.slice(calls).map(({ subject }) => subject)).not.toContain(kyc.submit.subject);
    await gateway.stubService(kyc.submit, () => {
      throw new AppError('INVALID');
    });
    expect((await form()).status).toBe(400);
    expect(await objectKeys(gateway.store)).toEqual(objects);
    await gateway.stubService(kyc.submit, () => registration);
  });

  it('of a form are counted together before they are read', async () => {
    const { bearer, actor } = await gateway.signIn();
    const objects = await objectKeys(gateway.store);
    room = 1_500;
    const { status, body } = await request(gateway.origin)
      .post('/api/auth/update-kyc')
      .set('authorization', bearer)
      .field('userId', actor.userId)
      .attach('tax_certificate', pdfOf(1_000), 'tax.pdf')
      .attach('memorandum', pdfOf(1_000), 'm.pdf');
    room = Infinity;
    expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
    expect(await objectKeys(gateway.store)).toEqual(objects);
  });

  it('are refused before they are read if they do not fit into the limit', async () => {
    const { bearer } = await gateway.signIn();
    room = 1_000;
    const socket = connect(gateway.port, '127.0.0.1');
    // of the file, too little to tell its type
    socket.write(
      `POST /api/kyc/documents/memorandum HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 5000\r\n\r\n${formHead('a.pdf')}%P`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    room = Infinity;
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"TOO_LARGE"/);
  });

  it('are stored one at a time, and cleared', async () => {
    const { bearer, actor } = await gateway.signIn({ kycStatus: 'Pending' });
    await gateway.stubService(kyc.clearDocument, () => registration);
    await request(gateway.origin)
      .post('/api/kyc/documents/tax_statement')
      .set('authorization', bearer)
      .attach('file', pdfOf(1000), 'tax.pdf')
      .expect(201);
    expect(gateway.calls.at(-1)).toMatchObject({
      subject: kyc.attachDocument.subject,
      input: {
        documentId: 'tax_statement',
        filename: 'tax.pdf',
        size: 1000,
        objectKey: expect.stringContaining(actor.companyId ?? ''),
      },
    });
    await request(gateway.origin).delete('/api/kyc/documents/tax_statement').set('authorization', bearer).expect(200);
    expect(gateway.calls.at(-1)).toMatchObject({
      subject: kyc.clearDocument.subject,
      input: { documentId: 'tax_statement' },
    });
  });
});
