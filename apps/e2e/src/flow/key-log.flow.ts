import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { restartKeyLog } from '@tradepost/tools/backup/restart-key-log';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { Client } from 'pg';
import { terminalOf } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { temporaryTopology, type TemporaryTopology } from '../support/topology';
import { Wire } from '../support/wire';

interface Saved {
  key: string;
  checkpoint: string;
  entries: string[];
}

describe('the key log and the command line', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let wire: Wire;
  let sender: Terminal;
  let receiver: Terminal;
  const inHome = (name: string) => join(sender.home, name);
  const saved = () => JSON.parse(readFileSync(inHome('log.json'), 'utf8')) as Saved;

  beforeAll(async () => {
    topology = await temporaryTopology('embedded');
    pair = await tradingPair(topology);
    wire = new Wire(topology.origin);
    const origin = await wire.start();
    sender = terminalOf({ TRADEPOST_ORIGIN: origin, TRADEPOST_PASSWORD: pair.senderAccount.password });
    receiver = terminalOf({ TRADEPOST_ORIGIN: origin, TRADEPOST_PASSWORD: pair.receiverAccount.password });
    await sender.json(['login', '--email', pair.senderAccount.email]);
    await receiver.json(['login', '--email', pair.receiverAccount.email, '--portal', 'receiver']);
    for (const terminal of [sender, receiver]) await terminal.json(['keys', 'create']);
  });
  afterEach(() => {
    wire.onAnswer = () => undefined;
  });
  afterAll(async () => {
    await wire?.stop();
    await topology?.stop();
    for (const terminal of [sender, receiver]) terminal?.remove();
  });

  /** Changes the answers of one call of the server. */
  const lie = (path: RegExp, change: (text: string) => string) => {
    wire.onAnswer = ({ url }) => {
      if (!path.test(url)) return undefined;
      const pieces: Buffer[] = [];
      return new Transform({
        transform: (piece: Buffer, _, done) => (pieces.push(piece), done()),
        flush: (done) => done(null, change(Buffer.concat(pieces).toString())),
      });
    };
  };

  it('is verified, saved, and verified again without the server', async () => {
    const [audited] = await sender.json(['keys', 'audit', '--save', 'log.json']);
    expect(audited).toMatchObject({ entries: 2, origin: expect.stringMatching(/^localhost:\d+\/key-log$/) });
    const { key, checkpoint, entries } = saved();
    expect(entries).toHaveLength(2);
    writeFileSync(inHome('partner.txt'), checkpoint);
    const offline = ['keys', 'audit', 'log.json', '--key', key, '--checkpoint', 'partner.txt'];
    const env = { TRADEPOST_ORIGIN: 'http://localhost:1' };
    expect(await sender.run([...offline, '--json'], { env })).toMatchObject({ code: 0, stderr: '' });
  });

  it('is refused offline if anything in the copy was changed', async () => {
    const { key, checkpoint, entries } = saved();
    const refused = async (changed: Partial<Saved>, by = key) => {
      writeFileSync(inHome('lie.json'), JSON.stringify({ key, checkpoint, entries, ...changed }));
      expect((await sender.run(['keys', 'audit', 'lie.json', '--key', by])).code).toBe(5);
    };
    await refused({ entries: [...entries].reverse() });
    await refused({ entries: entries.slice(1) });
    await refused({ checkpoint: checkpoint.replace('\n2\n', '\n1\n') });
    await refused({}, `${key.slice(0, -4)}AAAA`);
    expect(await sender.run(['keys', 'audit', 'log.json'])).toMatchObject({ code: 2 });
  });

  it('is refused if the server returns another log than the signed one', async () => {
    // of the same length, as the header of the answer says
    lie(/\/key-log\/entries\//, (text) => JSON.stringify({ entries: (JSON.parse(text) as Saved).entries.reverse() }));
    expect(await receiver.run(['keys', 'audit'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('KEY_LOG'),
    });
    wire.onAnswer = () => undefined;
    expect((await receiver.run(['keys', 'audit'])).code).toBe(0);
  });

  it('asks the owner once to accept it after a restore from backup', async () => {
    expect((await sender.run(['ledger'])).code).toBe(0);
    const database = new Client({ connectionString: topology.servers.postgres });
    await database.connect();
    const began = await restartKeyLog(database).finally(() => database.end());
    const refused = { code: 5, stderr: expect.stringContaining('KEY_LOG_RESTARTED') };
    expect(await sender.run(['ledger'])).toMatchObject(refused);
    const [differences] = await sender.json(['ledger', 'restore']);
    expect(differences).toContainEqual(expect.objectContaining({ what: 'key log', which: '2' }));
    expect(await sender.run(['ledger'])).toMatchObject(refused);
    expect((await sender.run(['ledger', 'restore', '--accept'])).code).toBe(0);
    expect((await sender.run(['ledger'])).code).toBe(0);
    const [audited] = await sender.json(['keys', 'audit']);
    expect(audited.origin).toMatch(new RegExp(`/key-log/${began}$`));
  });
});
