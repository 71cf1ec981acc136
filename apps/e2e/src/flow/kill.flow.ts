import { isDeepStrictEqual } from 'node:util';
import { acceptancesUnderKills } from '@tradepost/tools/faults/archives';
import { uploadsUnderKills } from '@tradepost/tools/faults/uploads';
import type { Topology } from '@tradepost/tools/topology/start';
import type { LogEntry } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import { sha256, unzip } from '../support/fixtures';
import { acceptedTransfer, deliveredFolder, readyTransfer, tradingPair, type Pair } from '../support/main-path';
import { temporaryTopology } from '../support/topology';
import { startWebhookReceiver } from '../support/webhook-receiver';

const apps = [
  'gateway',
  'identity',
  'kyc',
  'storage',
  'requests',
  'notification',
  'audit-log',
  'worker-mail',
  'worker-zip',
];

describe('kill -9 in the middle of work (npm run faults does more of it)', () => {
  let topology: Topology;
  let pair: Pair;
  let delivered: Awaited<ReturnType<typeof deliveredFolder>>;

  beforeAll(async () => {
    topology = await temporaryTopology('services');
    pair = await tradingPair(topology);
    delivered = await deliveredFolder(pair);
  });
  afterAll(() => topology?.stop());

  const acceptances = async () =>
    (JSON.stringify(await pair.sender.send(routes.logs, {})).match(/ accepted the request of /g) ?? []).length;

  it.each(apps)('%s: the main path completes after a restart', async (name) => {
    const app = topology.processes.get(name);
    const disturb = async () => {
      await app?.kill();
      await app?.start();
    };
    const before = await acceptances();
    const wanted = delivered.files.filter(({ name: file }) => /csv|pdf/.test(file));
    const { transfer } = await acceptedTransfer(
      topology,
      pair,
      wanted.map(({ id }) => id),
      { disturb },
    );
    const ready = await readyTransfer(pair.receiver, transfer.id);
    const archive = Buffer.from(await (await pair.receiver.fetch(ready.archive.url ?? '')).arrayBuffer());
    expect(new Map([...unzip(archive)].map(([file, content]) => [file, sha256(content)]))).toEqual(
      new Map(wanted.map(({ name: file, content }) => [file, sha256(content)])),
    );
    await waitFor(async () => (await acceptances()) === before + 1, {
      what: 'the log entry of the acceptance, once',
    });
  });

  const lossesOf = async (run: Promise<{ losses: Record<string, number> }>) =>
    Object.entries((await run).losses).filter(([, count]) => count !== 0);

  it('gateway and storage: none of 12 uploads is lost, duplicated or incomplete', async () => {
    expect(await lossesOf(uploadsUnderKills(topology, { uploads: 12, kills: 1 }))).toEqual([]);
  });

  it('worker-zip: 6 acceptances, each with its archive and its mail', async () => {
    expect(await lossesOf(acceptancesUnderKills(topology, { acceptances: 6, kills: 2 }))).toEqual([]);
  });

  it('notification: each of 24 events reaches the webhook and is in the log', async () => {
    const { sender, receiver, receiverAccount } = pair;
    const program = await startWebhookReceiver();
    const kinds = ['request.created', 'request.withdrawn'] as const;
    await sender.send(routes.createWebhook, { url: program.url, kinds: [...kinds], description: '' });
    const [file] = delivered.files;
    const app = topology.processes.get('notification');
    const inLog = async (sentence: RegExp) =>
      ((await sender.send(routes.logs, {})) as LogEntry[]).filter(({ message }) => sentence.test(message)).length;
    const logged = () =>
      Promise.all([/ requested .+ from /, / withdrew the request /, / added a webhook to 127\.0\.0\.1/].map(inLog));
    const [asked = 0, takenBack = 0] = await logged();
    const expected: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      const { requests } = await receiver.send(routes.createRequest, {
        files: [{ id: file?.id ?? '' }],
        receiverEmail: receiverAccount.email,
      });
      const id = requests[0]?.id ?? '';
      await receiver.send(routes.withdrawRequest, { id });
      expected.push(...kinds.map((kind) => `${kind} ${id}`));
      if (i % 5 === 4) await app?.kill().then(() => app.start());
    }
    const received = () =>
      new Set(
        program.received.map(({ event: { kind, data } }) => `${kind} ${'requestId' in data ? data.requestId : ''}`),
      );
    await waitFor(() => received().size >= expected.length, { what: 'every event at the webhook' });
    expect([...received()].sort()).toEqual(expected.sort());
    expect(new Set(program.received.map(({ event }) => event.id)).size).toBe(expected.length);
    const wanted = [asked + 12, takenBack + 12, 1];
    await waitFor(async () => isDeepStrictEqual(await logged(), wanted), { what: 'each of them in the log, once' });
    program.stop();
  });
});
