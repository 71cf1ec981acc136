import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitsOfTests } from '../topology/limits-of-tests';
import { startTopology, type Topology } from '../topology/start';
import { startMailSink, type MailSink } from './mail-sink';
import { reportOf } from './report';
import { settingsUnderLoad, underLoad } from './run';

describe('people who work at the same time', () => {
  let dataDir: string;
  let sink: MailSink;
  let topology: Topology;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-load-'));
    sink = await startMailSink();
    const env = { ...limitsOfTests, ...settingsUnderLoad, LOG_LEVEL: 'error' };
    topology = await startTopology({ kind: 'embedded', dataDir, persistent: false, smtpUrl: sink.smtpUrl, env });
  });
  afterAll(async () => {
    await topology?.stop();
    await sink?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are registered with their own mails, and each of their calls is answered', async () => {
    const run = await underLoad(topology, sink, { people: 8, rate: 20, seconds: 5 });
    const { errors, kinds } = reportOf({ ...run, warmUpMs: 0 });
    expect(errors).toEqual({});
    expect(kinds.all?.calls).toBeGreaterThan(50);
  });
});
