import type { Topology } from '@tradepost/tools/topology/start';
import { routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import { sha256, unzip } from './fixtures';
import { acceptedTransfer, deliveredFolder, readyTransfer, tradingPair, type Pair } from './main-path';
import { temporaryTopology } from './topology';

const apps = ['gateway', 'identity', 'kyc', 'storage', 'requests', 'notification', 'audit-log', 'worker-mail', 'worker-zip'];

describe('kill -9 of one app in the middle of the path', () => {
  let topology: Topology;
  let pair: Pair;
  let delivered: Awaited<ReturnType<typeof deliveredFolder>>;

  beforeAll(async () => {
    topology = await temporaryTopology('services');
    pair = await tradingPair(topology);
    delivered = await deliveredFolder(pair);
  }, 180_000);
  afterAll(() => topology?.stop(), 60_000);

  it.each(apps)('%s: the path completes once it is back', async (name) => {
    const app = topology.processes.get(name);
    const disturb = async () => {
      await app?.kill();
      await app?.start();
    };
    const wanted = delivered.files.filter(({ name: file }) => /csv|pdf/.test(file));
    const { transfer, request } = await acceptedTransfer(topology, pair, wanted.map(({ id }) => id), { disturb });
    const ready = await readyTransfer(pair.receiver, transfer.id);
    const archive = Buffer.from(await (await pair.receiver.fetch(ready.archive.url ?? '')).arrayBuffer());
    expect(new Map([...unzip(archive)].map(([file, content]) => [file, sha256(content)]))).toEqual(new Map(wanted.map(({ name: file, content }) => [file, sha256(content)])));
    await waitFor(async () => JSON.stringify(await pair.sender.send(routes.logs, {})).includes(`until ${new Date(ready.expiry).toISOString()}`), { timeoutMs: 45_000, what: `the log entry of ${request.id}` });
  }, 120_000);
});
