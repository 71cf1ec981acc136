import { Readable } from 'node:stream';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { verifyExport } from '@tradepost/proofs/verify-export';
import { kycSubmission, registerSender } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { everyAnswerFits } from '../support/every-answer';
import { account, sha256, unzip } from '../support/fixtures';
import { acceptedTransfer, deliveredFolder, readyTransfer, tradingPair, type Pair } from '../support/main-path';
import { listen, newAdmin } from '../support/review';
import { sampleFiles } from '../support/sample-files';
import { sharedTopology } from '../support/topology';

describe.each(['embedded', 'services'] as const)('the main path over HTTP, %s', (kind) => {
  let topology: Topology;
  let pair: Pair;
  let delivered: Awaited<ReturnType<typeof deliveredFolder>>;

  everyAnswerFits();
  beforeAll(async () => {
    topology = await sharedTopology(kind);
    pair = await tradingPair(topology);
    delivered = await deliveredFolder(pair);
  });

  it('transfers files from one company to the other, byte for byte, and both logs record it', async () => {
    const { sender, receiver, senderAccount, receiverAccount } = pair;
    const { folder, files } = delivered;

    const [received] = await receiver.send(routes.received, { email: receiverAccount.email });
    expect(received).toMatchObject({
      folderId: folder.id,
      folderName: folder.name,
      inviterCompany: senderAccount.companyName,
    });
    expect(received?.files.map(({ fileName }) => fileName).sort()).toEqual(files.map(({ name }) => name).sort());
    expect(received?.files.every(({ sharedUrl }) => sharedUrl === null)).toBe(true);

    const wanted = files.filter(({ name }) => /pdf|png/.test(name));
    const { request, transfer } = await acceptedTransfer(
      topology,
      pair,
      wanted.map(({ id }) => id),
    );
    expect(request).toMatchObject({ status: 'pending', receiverEmail: receiverAccount.email });

    const ready = await readyTransfer(receiver, transfer.id);
    const download = await receiver.fetch(ready.archive.url ?? '');
    expect(download.status).toBe(200);
    const archive = Buffer.from(await download.arrayBuffer());
    expect(archive.length).toBe(ready.archive.size);
    const unpacked = unzip(archive);
    expect(new Map([...unpacked].map(([name, content]) => [name, sha256(content)]))).toEqual(
      new Map(wanted.map(({ name, content }) => [name, sha256(content)])),
    );

    await receiver.send(routes.recordDownload, { id: transfer.id });
    const about = async (client: typeof sender) => JSON.stringify(await client.send(routes.logs, {}));
    for (const client of [sender, receiver])
      await waitFor(async () => (await about(client)).includes(`${receiverAccount.email} downloaded`), {
        what: 'the log entry',
      });

    const links = (await receiver.send(routes.received, { email: receiverAccount.email }))[0]?.files.filter(
      ({ sharedUrl }) => sharedUrl,
    );
    expect(links?.map(({ fileId }) => fileId).sort()).toEqual(wanted.map(({ id }) => id).sort());
  });

  it('serves a part of a file to its owner, and nothing to anyone else', async () => {
    const { receiver, sender } = pair;
    const csv = delivered.files.find(({ name }) => name.endsWith('.csv'));
    const { transfer } = await acceptedTransfer(topology, pair, [csv?.id ?? '']);
    const file = (await readyTransfer(receiver, transfer.id)).files[0];
    const part = await fetch(`${topology.origin}${file?.url}`, { headers: { range: 'bytes=5-9' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe(csv?.content.subarray(5, 10).toString());

    const strangers = await tradingPair(topology);
    for (const stranger of [strangers.sender, strangers.receiver]) {
      await expect(stranger.send(routes.transfer, { id: transfer.id })).rejects.toMatchObject({ status: 404 });
      expect((await stranger.fetch(`/file-requests/${transfer.id}/files/${file?.fileId}`)).status).toBe(404);
    }
    expect((await fetch(`${topology.origin}/api/file-requests/${transfer.id}/files/${file?.fileId}`)).status).toBe(401);
    expect((await fetch(`${topology.origin}${file?.url}0`)).status).toBe(401);

    await sender.send(routes.revokeTransfer, { id: transfer.id });
    await expect(receiver.send(routes.transfer, { id: transfer.id })).rejects.toMatchObject({ status: 410 });
  });

  it('keeps a transfer until its sender revokes it, even if the files are deleted, and accepts the same request again', async () => {
    const { receiver, sender, receiverAccount } = pair;
    const pdf = delivered.files.find(({ name }) => name.endsWith('.pdf'));
    const { transfer, request } = await acceptedTransfer(topology, pair, [pdf?.id ?? '']);
    await sender.send(routes.deleteFile, { fileId: pdf?.id });
    await sender.send(routes.emptyBin, {});
    const { archive } = await receiver.send(routes.transfer, { id: transfer.id });
    const content = unzip(Buffer.from(await (await receiver.fetch(archive.url)).arrayBuffer()));
    expect([...content.values()].map(sha256)).toEqual([sha256(pdf?.content ?? Buffer.alloc(0))]);

    const expiry = new Date(Date.now() + 7_200_000).toISOString();
    await sender.send(routes.extendTransfer, { id: transfer.id, expiry });
    const { items } = await sender.send(routes.transfers, { q: receiverAccount.email, status: 'live', page: 1 });
    expect(items.find(({ id }) => id === transfer.id)).toMatchObject({
      expiry,
      requestId: request.id,
      downloads: [{ what: 'archive', count: 1, byEmail: receiverAccount.email }],
    });

    await sender.send(routes.revokeTransfer, { id: transfer.id, reason: 'wrong year' });
    await expect(receiver.send(routes.transfer, { id: transfer.id })).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining('wrong year'),
    });
    expect((await receiver.send(routes.myTransfers, { status: 'revoked' })).items).toContainEqual(
      expect.objectContaining({ id: transfer.id, reason: 'wrong year' }),
    );
    const again = await receiver.send(routes.askAgain, { id: transfer.id });
    expect(await receiver.send(routes.askAgain, { id: transfer.id })).toEqual(again);
    await receiver.send(routes.withdrawRequest, { id: again.request.id });
    expect(
      ((await sender.send(routes.companyRequests, { status: 'pending' })) as { id: string }[]).map(({ id }) => id),
    ).not.toContain(again.request.id);
  });

  it('lets one admin at a time review a registration, document by document, and reports the findings to the company', async () => {
    const applicant = account('applicant');
    const sender = await registerSender(topology, applicant);
    const [ann, bob] = [await newAdmin(topology), await newAdmin(topology)];
    const received = await listen(bob.client);
    const { items } = await ann.client.send(routes.kycCases, {
      q: applicant.email,
      status: 'Processing',
      assignee: 'none',
    });
    const id = items[0]?.id ?? '';
    expect(items).toMatchObject([{ companyName: applicant.companyName, claimedBy: null }]);
    await expect(sender.send(routes.kycCase, { id })).rejects.toMatchObject({ status: 403 });

    expect(await ann.client.send(routes.claimKycCase, { id })).toMatchObject({ claimedBy: ann.email });
    await waitFor(() => received.text().includes(`event: case.changed\ndata: {"caseId":"${id}"}`), {
      what: 'the other admin to hear of the claim',
    });
    received.close();
    await expect(bob.client.send(routes.claimKycCase, { id })).rejects.toMatchObject({
      status: 409,
      code: 'CASE_CLAIMED',
      message: `${ann.email} works on this case`,
    });

    const pdf = sampleFiles().find(({ name }) => name.endsWith('.pdf'));
    const upload = (documentId: string) =>
      sender.sendForm(
        routes.uploadKycDocument,
        { documentId },
        {},
        {
          file: {
            name: `${documentId}.pdf`,
            type: 'application/pdf',
            content: new Blob([new Uint8Array(pdf!.content)]),
          },
        },
      );
    for (const [document] of kycDocuments) await upload(document);
    for (const [document] of kycDocuments.slice(1))
      await ann.client.send(routes.checkKycDocument, { caseId: id, id: document, decision: 'approve' });
    await expect(ann.client.send(routes.decideKycCase, { id, decision: 'approve' })).rejects.toMatchObject({
      status: 409,
      code: 'CASE_INCOMPLETE',
      message: 'Proof of address has not been checked.',
    });
    await ann.client.send(routes.checkKycDocument, {
      caseId: id,
      id: 'proof_of_address',
      decision: 'reject',
      fault: 'page-missing',
    });
    await ann.client.send(routes.remarkKycField, { id, field: 'companyDetails.website', reason: 'It leads nowhere' });
    await ann.client.send(routes.noteKycCase, { id, text: 'Between us' });
    await ann.client.send(routes.decideKycCase, { id, decision: 'request-changes', reason: 'Two things, please' });

    const asked = await sender.send(routes.getKyc, { email: applicant.email });
    expect(asked).toMatchObject({
      user: { kycStatus: 'Changes requested' },
      review: {
        status: 'Changes requested',
        reason: 'Two things, please',
        fields: [{ field: 'companyDetails.website' }],
      },
    });
    expect(asked.review.documents).toMatchObject([{ id: 'proof_of_address', fault: 'page-missing' }]);
    expect(JSON.stringify(asked)).not.toMatch(/Between us/);
    const mail = await inboxAt(topology.inboxUrl).waitForMail({ to: applicant.email, subject: /registration/i });
    for (const words of ['Two things, please', 'At least one page is missing', 'It leads nowhere'])
      expect(mail.text).toContain(words);

    await upload('proof_of_address');
    await sender.sendForm(
      routes.updateKyc,
      {},
      { userId: asked.user.id, kycData: JSON.stringify(kycSubmission(applicant)) },
      {},
    );
    const again = await bob.client.send(routes.kycCase, { id });
    expect(again).toMatchObject({
      status: 'Processing',
      claimedBy: null,
      fields: [],
      barriers: ['Proof of address has not been checked'],
      notes: [{ text: 'Between us', by: ann.email }],
    });
    const approved = await bob.client.send(routes.decideKycCase, {
      id,
      decision: 'approve',
      version: again.version,
      documents: [{ id: 'proof_of_address', decision: 'approve' }],
    });
    expect(approved).toMatchObject({
      status: 'Approved',
      decisions: [
        { decision: 'request-changes', by: ann.email },
        { decision: 'approve', by: bob.email },
      ],
      reverifyAt: expect.any(String),
    });
    const { user, review } = await sender.send(routes.getKyc, { email: applicant.email });
    expect([user.kycStatus, review.verified?.checked.length]).toEqual(['Approved', 11]);
    const about = async () => JSON.stringify(await sender.send(routes.logs, {}));
    await waitFor(async () => (await about()).includes(`${bob.email} approved the business registration`), {
      what: 'the log entry',
    });
    expect(await about()).not.toMatch(/began to work|wrote a note|Between us/);
  });

  it('exports its log, which can be verified without the installation', async () => {
    const { client } = await newAdmin(topology);
    const exported = async (format: string) => (await client.fetch(`/admin/audit/export?format=${format}`)).text();
    const lines = (await exported('jsonl')).trimEnd().split('\n');
    const { publicKey, previous } = await client.send(routes.auditKey, {});
    const check = (given: string[]) => verifyExport(Readable.from(given), [publicKey, ...previous]);
    const whole = await check(lines);
    const verified = await client.send(routes.verifyAudit, {});
    expect(verified).toMatchObject({ ok: true });
    expect(whole.entries).toBeLessThanOrEqual(verified.entries);
    expect(whole.signedEnds).toBeGreaterThan(0);
    const edited = lines.findLastIndex((line) => line.includes('"message":"'));
    await expect(
      check(lines.map((line, n) => (n === edited ? line.replace('"message":"', '"message":"not ') : line))),
    ).rejects.toThrow();
    expect(await exported('csv')).toMatch(/^at,companyId,sequence,action,actor,ip,requestId,message,hash\r\n2/);
    await expect(pair.sender.fetch('/admin/audit/export').then(({ status }) => status)).resolves.toBe(403);
  });

  it('exports all data about a person, and nothing about others', async () => {
    const ask = (client: Pair['sender'], given: string) =>
      client.fetch('/account/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: given }),
      });
    const stranger = account('stranger');
    await registerSender(topology, stranger);
    for (const [client, person] of [
      [pair.sender, pair.senderAccount],
      [pair.receiver, pair.receiverAccount],
    ] as const) {
      expect((await ask(client, 'not the password')).status).toBe(400);
      const answer = await ask(client, person.password);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      expect([...files.keys()]).toEqual([
        'README.txt',
        'account.json',
        'registration.json',
        'workspace.json',
        'requests.json',
        'notifications.json',
        'log.json',
      ]);
      const read = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null') as any;
      expect(read('account.json')).toMatchObject({
        user: { email: person.email },
        sessions: expect.any(Array),
        recoveryShares: null,
      });
      expect(read('log.json').map(({ message }: { message: string }) => message)).toContain(
        `${person.email} signed up as a ${client === pair.sender ? 'sender' : 'receiver'}`,
      );
      const everything = Buffer.concat([...files.values()]).toString();
      for (const secret of ['argon2', 'passwordHash', stranger.email, stranger.companyName])
        expect(everything).not.toContain(secret);
    }
  });
});
