import { routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import type { Topology } from '@tradepost/tools/topology/start';
import { sha256, unzip } from './fixtures';
import { acceptedTransfer, deliveredFolder, readyTransfer, tradingPair, type Pair } from './main-path';
import { temporaryTopology } from './topology';

describe.each(['embedded', 'services'] as const)('the main path over HTTP, %s', (kind) => {
  let topology: Topology;
  let pair: Pair;
  let delivered: Awaited<ReturnType<typeof deliveredFolder>>;

  beforeAll(async () => {
    topology = await temporaryTopology(kind);
    pair = await tradingPair(topology);
    delivered = await deliveredFolder(pair);
  }, 180_000);
  afterAll(() => topology?.stop(), 60_000);

  it('carries files from one company to the other, byte for byte, and both read about it', async () => {
    const { sender, receiver, senderAccount, receiverAccount } = pair;
    const { folder, files } = delivered;

    const [received] = await receiver.send(routes.received, { email: receiverAccount.email });
    expect(received).toMatchObject({ folderId: folder.id, folderName: folder.name, inviterCompany: senderAccount.companyName });
    expect(received?.files.map(({ fileName }) => fileName).sort()).toEqual(files.map(({ name }) => name).sort());
    expect(received?.files.every(({ sharedUrl }) => sharedUrl === null)).toBe(true);

    const wanted = files.filter(({ name }) => /pdf|png/.test(name));
    const { request, transfer } = await acceptedTransfer(topology, pair, wanted.map(({ id }) => id));
    expect(request).toMatchObject({ status: 'pending', receiverEmail: receiverAccount.email });

    const ready = await readyTransfer(receiver, transfer.id);
    const download = await receiver.fetch(ready.archive.url ?? '');
    expect(download.status).toBe(200);
    const archive = Buffer.from(await download.arrayBuffer());
    expect(archive.length).toBe(ready.archive.size);
    const unpacked = unzip(archive);
    expect(new Map([...unpacked].map(([name, content]) => [name, sha256(content)]))).toEqual(new Map(wanted.map(({ name, content }) => [name, sha256(content)])));

    await receiver.send(routes.recordDownload, { id: transfer.id });
    const about = async (client: typeof sender) => JSON.stringify(await client.send(routes.logs, {}));
    for (const client of [sender, receiver]) await waitFor(async () => (await about(client)).includes(`${receiverAccount.email} downloaded`), { what: 'the log entry' });

    const links = (await receiver.send(routes.received, { email: receiverAccount.email }))[0]?.files.filter(({ sharedUrl }) => sharedUrl);
    expect(links?.map(({ fileId }) => fileId).sort()).toEqual(wanted.map(({ id }) => id).sort());
  }, 60_000);

  it('serves a part of a file to whom it belongs, and nothing to anyone else', async () => {
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
  }, 60_000);

  it('keeps a transfer until its sender ends it, whatever becomes of the files, and takes the same wish again', async () => {
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
    expect(items.find(({ id }) => id === transfer.id)).toMatchObject({ expiry, requestId: request.id, downloads: [{ what: 'archive', count: 1, byEmail: receiverAccount.email }] });

    await sender.send(routes.revokeTransfer, { id: transfer.id, reason: 'wrong year' });
    await expect(receiver.send(routes.transfer, { id: transfer.id })).rejects.toMatchObject({ status: 410, message: expect.stringContaining('wrong year') });
    expect((await receiver.send(routes.myTransfers, { status: 'revoked' })).items).toContainEqual(expect.objectContaining({ id: transfer.id, reason: 'wrong year' }));
    const again = await receiver.send(routes.askAgain, { id: transfer.id });
    expect(await receiver.send(routes.askAgain, { id: transfer.id })).toEqual(again);
    await receiver.send(routes.withdrawRequest, { id: again.request.id });
    expect(((await sender.send(routes.companyRequests, { status: 'pending' })) as { id: string }[]).map(({ id }) => id)).not.toContain(again.request.id);
  }, 60_000);
});
