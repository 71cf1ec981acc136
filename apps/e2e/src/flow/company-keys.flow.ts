// One file, because its tests use the sessions, keys and files of those before.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { terminalOf } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

describe('a member works with the end-to-end encrypted files of a company', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let bob: Pair['receiver'];
  let bobsEmail: string;
  let owner: Terminal;
  let partner: Terminal;
  let member: Terminal;
  let companyId: string;

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    const other = await tradingPair(topology);
    bob = other.receiver;
    bobsEmail = other.receiverAccount.email;
    const signedIn = async ({ email, password }: { email: string; password: string }) => {
      const terminal = terminalOf({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: password });
      await terminal.json(['login', '--email', email]);
      return terminal;
    };
    owner = await signedIn(pair.senderAccount);
    partner = await signedIn(pair.receiverAccount);
    member = await signedIn(other.receiverAccount);
    for (const one of [owner, partner]) await one.json(['keys', 'create']);
    for (const [at, name] of [
      [owner, 'owner.csv'],
      [member, 'member.csv'],
    ] as const)
      writeFileSync(join(at.home, name), `of,${name}\n`);
    await owner.json(['upload', 'Sealed', 'owner.csv', '--create']);
    await owner.json(['members', 'invite', bobsEmail, '--role', 'auditor']);
    const [invitation] = await bob.send(routes.receivedMemberInvitations, {});
    await bob.send(routes.acceptMemberInvitation, { id: invitation!.id });
    companyId = (await member.json(['companies']))[0].at(-1).companyId;
    await member.json(['companies', '--company', companyId]);
  });
  afterAll(() => {
    for (const terminal of [owner, partner, member]) terminal?.remove();
  });

  const accessOf = async () =>
    (await owner.json(['members']))[0].find(({ email }: { email: string }) => email === bobsEmail).hasKeys as boolean;

  it('only once the owner has compared the number of their key, and with a role that uses it', async () => {
    await owner.json(['members', 'roles', bobsEmail, 'manager']);
    expect(await member.run(['upload', 'Sealed', 'member.csv'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('You have no access to the end-to-end encrypted files of this company'),
    });
    expect(await owner.run(['members', 'give-access', bobsEmail, '0'.repeat(40)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no key yet'),
    });
    const [{ fingerprint }] = await member.json(['keys', 'person']);
    expect(await member.json(['keys', 'person'])).toMatchObject([{ fingerprint }]);
    expect(await owner.json(['members', 'fingerprint', bobsEmail])).toMatchObject([{ fingerprint }]);
    const wrong = fingerprint.replace(/^\d/, (digit: string) => String((Number(digit) + 1) % 10));
    expect(await owner.run(['members', 'give-access', bobsEmail, wrong])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not match'),
    });
    await owner.json(['members', 'roles', bobsEmail, 'auditor']);
    expect(await owner.run(['members', 'give-access', bobsEmail, fingerprint])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ROLE_WITHOUT_KEYS'),
    });
    expect(await accessOf()).toBe(false);
    await owner.json(['members', 'roles', bobsEmail, 'manager']);
    expect(await member.run(['members', 'give-access', bobsEmail, fingerprint])).toMatchObject({ code: 1 });
    expect(await owner.json(['members', 'give-access', bobsEmail, fingerprint])).toMatchObject([{ access: true }]);
    expect(await accessOf()).toBe(true);
  });

  it('uploads sealed files, and grants a partner those of the owner', async () => {
    const first = await member.run(['upload', 'Sealed', 'member.csv', '--json']);
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, expect.objectContaining({ mode: 'e2e' })]);
    const [{ fingerprint }] = await owner.json(['keys']);
    expect(first.stderr).toContain(fingerprint);
    expect(await member.json(['keys', 'company'])).toMatchObject([{ fingerprint }]);
    await member.json(['deliver', 'Sealed', pair.receiverAccount.email]);
    const [received] = await partner.json(['received']);
    const [{ requests }] = await partner.json(['request', ...received.map(({ fileId }: { fileId: string }) => fileId)]);
    const accepting = member.start(['accept', requests[0].id, '--expires', '7d', '--json']);
    await accepting.said(`Give ${pair.receiverAccount.email} access? (yes/no): `);
    accepting.write('yes\n');
    await accepting.said('Step-up code: ');
    const inbox = inboxAt(topology.inboxUrl);
    accepting.write(`${codeIn(await inbox.waitForMail({ to: bobsEmail, subject: /accept a file request/i }))}\n`);
    const { code, stdout } = await accepting.ended;
    expect(code).toBe(0);
    const { transferId } = JSON.parse(stdout) as { transferId: string };
    await partner.json(['download', transferId, '--into', 'data']);
    for (const name of ['owner.csv', 'member.csv'])
      expect(readFileSync(join(partner.home, 'data', name), 'utf8')).toBe(`of,${name}\n`);
    expect(await owner.json(['ledger'])).toMatchObject([{ members: 1, requests: 1 }]);
  });

  it('appends an entry that no client can use, and the owner removes it', async () => {
    const { token } = await bob.send(routes.switchCompany, { companyId });
    const hostile = new ApiClient(topology.origin, { token });
    const [{ entries: size }] = await owner.json(['ledger']);
    const garbage = randomBytes(120).toString('base64url');
    await hostile.send(routes.appendCompanyLedger, { epoch: 1, seq: size + 1, entries: [garbage] });
    const refused = { code: 5, stderr: expect.stringContaining(`Entry ${size + 1} of the ledger cannot be used`) };
    expect(await owner.run(['ledger'])).toMatchObject(refused);
    expect(await owner.json(['ledger', 'repair'])).toMatchObject([
      { entry: size + 1, problem: 'TAMPERED', entries: 1 },
    ]);
    expect(await owner.run(['ledger', 'repair', '--remove', String(size)])).toMatchObject({ code: 2 });
    expect(await owner.run(['ledger'])).toMatchObject(refused);
    expect(await owner.json(['ledger', 'repair', '--remove', String(size + 1)])).toMatchObject([{ removed: 1 }]);
    expect(await owner.json(['ledger'])).toMatchObject([{ entries: size, members: 1 }]);
    expect(await owner.run(['ledger', 'repair'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('All entries of the record can be used'),
    });
  });

  it('has nothing more once the owner takes it back, and gets no key by coming again', async () => {
    const ended = await owner.run(['members', 'end-access', bobsEmail]);
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('may still have the company’s key') });
    expect(await accessOf()).toBe(false);
    writeFileSync(join(member.home, 'more.csv'), 'more\n');
    expect(await member.run(['upload', 'Sealed', 'more.csv'])).toMatchObject({ code: 2 });
    await member.json(['upload', 'Sealed', 'more.csv', '--managed']);
    const [{ fingerprint }] = await owner.json(['members', 'fingerprint', bobsEmail]);
    await owner.json(['members', 'give-access', bobsEmail, fingerprint]);
    // an event changes what the member's session may do
    const hasAccess = async () => (await member.run(['keys', 'company'])).code === 0;
    await waitFor(hasAccess, { what: 'the access of the session' });
    await member.json(['upload', 'Sealed', 'member.csv']);
    await owner.json(['members', 'remove', bobsEmail]);
    expect(await member.run(['upload', 'Sealed', 'more.csv'])).toMatchObject({ code: 3 });
  });
});
