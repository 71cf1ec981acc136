// One file, because its tests follow the keys of one company.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { terminalOf } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

describe('a company makes new keys after a member with keys has left', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let owner: Terminal;
  let partner: Terminal;
  let stays: Terminal;
  let leaver: Terminal;
  let staysEmail: string;
  let leaverEmail: string;
  let before: string;
  let after: string;
  let transferId: string;
  const terminals: Terminal[] = [];

  const write = (at: Terminal, name: string) => writeFileSync(join(at.home, name), `of,${name}\n`);
  const contentAt = (at: Terminal, folder: string, name: string) => readFileSync(join(at.home, folder, name), 'utf8');

  async function signedIn({ email, password }: { email: string; password: string }) {
    const terminal = terminalOf({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: password });
    terminals.push(terminal);
    await terminal.json(['login', '--email', email]);
    return terminal;
  }

  const companyIdAt = async (at: Terminal) => (await at.json(['companies']))[0].at(-1).companyId as string;

  /** Another person as a member with access to the end-to-end encrypted files. */
  async function member() {
    const { receiver, receiverAccount } = await tradingPair(topology);
    const terminal = await signedIn(receiverAccount);
    await owner.json(['members', 'invite', receiverAccount.email, '--role', 'manager']);
    const [invitation] = await receiver.send(routes.receivedMemberInvitations, {});
    await receiver.send(routes.acceptMemberInvitation, { id: invitation!.id });
    await terminal.json(['companies', '--company', await companyIdAt(terminal)]);
    const [{ fingerprint }] = await terminal.json(['keys', 'person']);
    await owner.json(['members', 'give-access', receiverAccount.email, fingerprint]);
    return { terminal, email: receiverAccount.email };
  }

  /** The partner requests a delivered file, and the owner accepts. @returns the transfer's id */
  async function exchange(name: string): Promise<string> {
    const [received] = await partner.json(['received']);
    const { fileId } = received.find((one: { fileName: string }) => one.fileName === name);
    const [{ requests }] = await partner.json(['request', fileId]);
    const [inbox, subject] = [inboxAt(topology.inboxUrl), /accept a file request/i];
    const to = pair.senderAccount.email;
    const after = (await inbox.mailTo(to)).findLast((mail) => subject.test(mail.subject));
    const accepting = owner.start(['accept', requests[0].id, '--expires', '7d', '--json']);
    await accepting.said(`Give ${pair.receiverAccount.email} access? (yes/no): `);
    accepting.write('yes\n');
    await accepting.said('Step-up code: ');
    const mail = await inbox.waitForMail({ to, subject, ...(after && { after }) });
    accepting.write(`${codeIn(mail)}\n`);
    const { code, stdout } = await accepting.ended;
    expect(code).toBe(0);
    return (JSON.parse(stdout) as { transferId: string }).transferId;
  }

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    owner = await signedIn(pair.senderAccount);
    partner = await signedIn(pair.receiverAccount);
    for (const one of [owner, partner]) await one.json(['keys', 'create']);
    [{ fingerprint: before }] = await owner.json(['keys']);
    for (const name of ['old.csv', 'new.csv']) write(owner, name);
    await owner.json(['upload', 'Sealed', 'old.csv', '--create']);
    await owner.json(['deliver', 'Sealed', pair.receiverAccount.email]);
    ({ terminal: stays, email: staysEmail } = await member());
    ({ terminal: leaver, email: leaverEmail } = await member());
    for (const one of [stays, leaver]) {
      write(one, 'old.csv');
      // the content of the owner's file is known only to those who open it
      expect(await one.json(['upload', 'Sealed', 'old.csv'])).toMatchObject([{ status: 'present' }]);
    }
    transferId = await exchange('old.csv');
    await owner.json(['members', 'remove', leaverEmail]);
  });
  afterAll(() => {
    for (const terminal of terminals) terminal.remove();
  });

  it('only once its owner has saved the new recovery key', async () => {
    const refused = owner.start(['keys', 'rotate', '--json']);
    await refused.said('of the recovery key: ');
    refused.write('0000\n');
    expect(await refused.ended).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was changed') });
    expect(await owner.json(['keys'])).toMatchObject([{ fingerprint: before, epoch: 1 }]);

    const rotating = owner.start(['keys', 'rotate', '--json']);
    const shown = await rotating.said('of the recovery key: ');
    expect(shown).toContain(
      'They may still have the present keys, and with them everything that was encrypted until now',
    );
    expect(shown).toContain(`- ${staysEmail}: keeps access`);
    expect(shown).not.toContain(leaverEmail);
    const code = /(?:[0-9A-Z]{4}-){8}[0-9A-Z*~$=U]/.exec(shown)![0];
    const group = Number(/Group (\d) of the recovery key: $/.exec(shown)![1]);
    rotating.write(`${code.split('-')[group - 1]}\n`);
    const ended = await rotating.ended;
    expect(ended.code).toBe(0);
    const made = JSON.parse(ended.stdout) as { fingerprint: string; epoch: number };
    expect(made.epoch).toBe(2);
    after = made.fingerprint;
    expect(after).not.toBe(before);
  });

  it('and its owner opens old and new files', async () => {
    expect(await owner.json(['upload', 'Sealed', 'old.csv', 'new.csv'])).toMatchObject([
      { name: 'old.csv', status: 'present', mode: 'e2e' },
      { name: 'new.csv', status: 'uploaded', mode: 'e2e' },
    ]);
    expect(await owner.json(['ledger'])).toMatchObject([{ members: 1, requests: 1, contacts: 1 }]);
    await owner.json(['keys', 'audit']);
  });

  it('a member who stays signs in again, compares the new number, and opens old and new files', async () => {
    expect(await stays.run(['upload', 'Sealed', 'old.csv'])).toMatchObject({ code: 3 });
    await stays.json(['login', '--email', staysEmail]);
    await stays.json(['companies', '--company', await companyIdAt(stays)]);
    expect(await stays.run(['upload', 'Sealed', 'old.csv'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('KEY_CHANGED'),
    });
    expect(await stays.run(['keys', 'company', '--confirm', before])).toMatchObject({ code: 2 });
    await stays.json(['keys', 'company', '--confirm', after]);
    write(stays, 'new.csv');
    write(stays, 'more.csv');
    expect(await stays.json(['upload', 'Sealed', 'old.csv', 'new.csv', 'more.csv'])).toMatchObject([
      { name: 'old.csv', status: 'present' },
      { name: 'new.csv', status: 'present' },
      { name: 'more.csv', status: 'uploaded', mode: 'e2e' },
    ]);
  });

  it('the leaver gets nothing', async () => {
    expect(await leaver.run(['upload', 'Sealed', 'old.csv'])).toMatchObject({ code: 3 });
  });

  it('a partner downloads what was accepted before, and compares again before anything new', async () => {
    await partner.json(['download', transferId, '--into', 'before']);
    expect(contentAt(partner, 'before', 'old.csv')).toBe('of,old.csv\n');
    const [received] = await partner.json(['received']);
    const { fileId } = received.find((one: { fileName: string }) => one.fileName === 'new.csv');
    expect(await partner.run(['request', fileId])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('KEY_CHANGED'),
    });
    expect(await partner.run(['contacts', 'confirm', pair.senderAccount.email, before])).toMatchObject({ code: 2 });
    await partner.json(['contacts', 'confirm', pair.senderAccount.email, after]);
    await partner.json(['download', await exchange('new.csv'), '--into', 'after']);
    expect(contentAt(partner, 'after', 'new.csv')).toBe('of,new.csv\n');
  });
});
