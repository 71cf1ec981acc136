import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { terminalsWithKeys } from '../support/command-line';
import { countingProxy, type CountingProxy } from '../support/counting-proxy';
import { sha256 } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import { temporaryTopology, type TemporaryTopology } from '../support/topology';

const MB = 1024 ** 2;
const size = 200 * MB;

describe('a large sealed file that is replaced', () => {
  let topology: TemporaryTopology;
  let gateway: CountingProxy;
  let pair: Pair;
  let sender: Terminal;
  let receiver: Terminal;
  const original = randomBytes(size);
  const next = Buffer.concat([Buffer.from('x'), original]);

  beforeAll(async () => {
    topology = await temporaryTopology('embedded', {
      env: {
        MAX_FILE_BYTES: String(2 * size),
        ALLOWED_FILE_TYPES: 'parquet',
        STORAGE_BYTES_PER_COMPANY: String(5 * size),
      },
    });
    gateway = await countingProxy(() => topology.origin);
    pair = await tradingPair(topology);
    ({ sender, receiver } = await terminalsWithKeys(gateway.url, pair));
  });
  beforeEach(() => gateway.reset());
  afterAll(async () => {
    for (const terminal of [sender, receiver]) terminal?.remove();
    await topology?.stop();
    gateway?.stop();
  });

  const upload = async (content: Buffer, ...options: string[]) => {
    writeFileSync(join(sender.home, 'a.parquet'), content);
    const [uploaded] = (await sender.json(['upload', 'Large', 'a.parquet', ...options])) as [Record<string, unknown>];
    return uploaded;
  };

  it('sends less than a tenth of a next version with one more byte at the front', async () => {
    const first = await upload(original, '--create');
    expect(first).toMatchObject({ status: 'uploaded', size, mode: 'e2e', sha256: sha256(original) });
    expect(gateway.counted.bytes).toBeGreaterThan(size);
    gateway.reset();
    const second = await upload(next, '--replace');
    expect(second).toMatchObject({ status: 'uploaded', id: first.id, size: size + 1, sha256: sha256(next) });
    console.log(`one more byte in ${size / MB} MB: ${(gateway.counted.bytes / MB).toFixed(1)} MB sent`);
    expect(gateway.counted.bytes).toBeLessThan(size / 10);
    expect(await upload(next, '--replace')).toMatchObject({ status: 'present', id: first.id });
  });

  it('is opened by its receiver', async () => {
    await sender.json(['deliver', 'Large', pair.receiverAccount.email]);
    const [received] = (await receiver.json(['received'])) as [{ fileId: string }[]];
    const [{ requests }] = (await receiver.json(['request', received[0]?.fileId ?? ''])) as [
      { requests: { id: string }[] },
    ];
    const requestId = requests[0]?.id ?? '';
    const accepting = sender.start(['accept', requestId, '--receiver', pair.receiverAccount.email, '--json']);
    await accepting.said('Step-up code: ');
    const mail = { to: pair.senderAccount.email, subject: /accept a file request/i };
    accepting.write(`${codeIn(await inboxAt(topology.inboxUrl).waitForMail(mail))}\n`);
    const { transferId } = JSON.parse((await accepting.ended).stdout) as { transferId: string };
    expect(await receiver.json(['download', transferId, '--into', 'data'])).toMatchObject([{ status: 'downloaded' }]);
    const opened = createHash('sha256');
    await pipeline(createReadStream(join(receiver.home, 'data/a.parquet')), opened);
    expect(opened.digest('hex')).toBe(sha256(next));
  });

  it('is sent completely if its sender wants that', async () => {
    const third = Buffer.concat([Buffer.from('y'), original]);
    expect(await upload(third, '--replace', '--whole')).toMatchObject({ status: 'uploaded', sha256: sha256(third) });
    expect(gateway.counted.bytes).toBeGreaterThan(size);
  });
});
