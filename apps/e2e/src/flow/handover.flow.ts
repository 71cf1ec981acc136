// One file, because its tests follow one company from owner to owner.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { terminalOf } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

describe('an owner who leaves the company to a co-owner', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let former: Terminal;
  let cora: Terminal;
  let partner: Terminal;
  let owner: Terminal;
  let coOwnersEmail: string;
  let fingerprint: string;
  const terminals: Terminal[] = [];
  const newPassword = 'another horse 1!';

  async function signedIn({ email, password }: { email: string; password: string }) {
    const terminal = terminalOf({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: password });
    terminals.push(terminal);
    await terminal.json(['login', '--email', email]);
    return terminal;
  }

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    const other = await tradingPair(topology);
    former = await signedIn(pair.senderAccount);
    cora = await signedIn(other.receiverAccount);
    partner = await signedIn(pair.receiverAccount);
    coOwnersEmail = other.receiverAccount.email;
    for (const one of [former, partner]) await one.json(['keys', 'create']);
    [{ fingerprint }] = await former.json(['keys']);
    writeFileSync(join(former.home, 'old.csv'), 'of,the former owner\n');
    await former.json(['upload', 'Sealed', 'old.csv', '--create']);
    await former.json(['members', 'invite', coOwnersEmail, '--role', 'co-owner']);
    const [invitation] = await other.receiver.send(routes.receivedMemberInvitations, {});
    await other.receiver.send(routes.acceptMemberInvitation, { id: invitation!.id });
    const companies = (await cora.json(['companies']))[0];
    await cora.json(['companies', '--company', companies.at(-1).companyId]);
  });
  afterAll(() => {
    for (const terminal of terminals) terminal.remove();
  });

  it('names nobody without the keys, and then the co-owner, with a mailed code', async () => {
    const { email } = pair.senderAccount;
    const inbox = inboxAt(topology.inboxUrl);
    expect(await former.run(['members', 'hand-over', coOwnersEmail, '--code', '12345'])).toMatchObject({
      stderr: expect.stringContaining('Only a co-owner can take over the company'),
    });
    const [key] = await cora.json(['keys', 'person']);
    await former.json(['members', 'give-access', coOwnersEmail, key.fingerprint]);
    // the gateway learns of the keys by an event
    await waitFor(
      async () => (await cora.run(['members', 'take-over'])).stderr.includes('does not name you as its next owner'),
      { what: 'the refusal of a member who is not named' },
    );
    expect(await cora.run(['members', 'hand-over', coOwnersEmail, '--send-code'])).toMatchObject({ code: 1 });
    const naming = former.start(['members', 'hand-over', coOwnersEmail, '--json']);
    await naming.said('Verification code: ');
    naming.write(`${codeIn(await inbox.waitForMail({ to: email, subject: /code to hand over/i }))}\n`);
    const { code, stdout } = await naming.ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { email: coOwnersEmail }]);
    await inbox.waitForMail({ to: coOwnersEmail, subject: /is handed over/i });
    for (const one of [former, cora])
      expect(await one.json(['members', 'handover'])).toMatchObject([
        { handover: { email, to: { email: coOwnersEmail } } },
      ]);
  });

  it('is followed by the co-owner, who has the same keys, files and partners', async () => {
    const { email } = pair.senderAccount;
    const taking = cora.start(['members', 'take-over', '--json']);
    await taking.said(`New password for ${email}: `);
    taking.write(`${newPassword}\n`);
    const shown = await taking.said('of the recovery key: ');
    const recoveryKey = /(?:[0-9A-Z]{4}-){8}[0-9A-Z*~$=U]/.exec(shown)![0];
    const group = Number(/Group (\d) of the recovery key: $/.exec(shown)![1]);
    taking.write(`${recoveryKey.split('-')[group - 1]}\n`);
    const { code, stdout } = await taking.ended;
    expect([code, JSON.parse(stdout)]).toEqual([0, { email }]);
    owner = await signedIn({ email, password: newPassword });
    expect(await owner.json(['keys'])).toMatchObject([{ fingerprint }]);
    expect(await owner.json(['whoami'])).toMatchObject([{ email, roles: ['owner'] }]);
    await owner.json(['deliver', 'Sealed', pair.receiverAccount.email]);
    const [received] = await partner.json(['received']);
    expect(received).toMatchObject([{ fileName: 'old.csv' }]);
    const [{ requests }] = await partner.json(['request', received[0].fileId]);
    const accepting = owner.start(['accept', requests[0].id, '--expires', '7d', '--json']);
    await accepting.said(`Give ${pair.receiverAccount.email} access? (yes/no): `);
    accepting.write('yes\n');
    await accepting.said('Step-up code: ');
    // mail for the company's address goes to its new owner
    const inbox = inboxAt(topology.inboxUrl);
    accepting.write(`${codeIn(await inbox.waitForMail({ to: coOwnersEmail, subject: /accept a file request/i }))}\n`);
    const accepted = await accepting.ended;
    expect(accepted.code).toBe(0);
    const { transferId } = JSON.parse(accepted.stdout) as { transferId: string };
    await partner.json(['download', transferId, '--into', 'data']);
    expect(readFileSync(join(partner.home, 'data', 'old.csv'), 'utf8')).toBe('of,the former owner\n');
  });

  it('can do nothing more, and sees it in the own mailbox; a reset code goes to the new owner', async () => {
    const { email, password } = pair.senderAccount;
    const inbox = inboxAt(topology.inboxUrl);
    await inbox.waitForMail({ to: email, subject: /has another owner now/i });
    expect(await former.run(['folders'])).toMatchObject({ code: 3 });
    expect(await former.run(['login', '--email', email])).toMatchObject({
      stderr: expect.stringContaining('Invalid email or password'),
    });
    await expect(pair.sender.send(routes.me, {})).rejects.toMatchObject({ status: 401 });
    const before = (await inbox.mailTo(email)).length;
    await pair.receiver.send(routes.requestReset, { email });
    await inbox.waitForMail({ to: coOwnersEmail, subject: /password reset code/i });
    expect(await inbox.mailTo(email)).toHaveLength(before);
    expect(password).not.toBe(newPassword);
  });

  it('is locked out of what is encrypted from now on, once the new owner creates new keys', async () => {
    expect(await owner.json(['ledger'])).toMatchObject([{ members: 1 }]);
    const rotating = owner.start(['keys', 'rotate', '--json']);
    const shown = await rotating.said('of the recovery key: ');
    const recoveryKey = /(?:[0-9A-Z]{4}-){8}[0-9A-Z*~$=U]/.exec(shown)![0];
    const group = Number(/Group (\d) of the recovery key: $/.exec(shown)![1]);
    rotating.write(`${recoveryKey.split('-')[group - 1]}\n`);
    const { code, stdout } = await rotating.ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { epoch: 2 }]);
    const [logs] = await owner.json(['log']);
    expect(logs.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringContaining(`${coOwnersEmail} took over`),
    );
  });
});
