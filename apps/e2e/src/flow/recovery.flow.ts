// One file, because its tests follow the keys of one company.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysOfNewPassword } from '@tradepost/client/keys/passwords';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { terminalOf } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

describe('an owner who has lost the password and the recovery key', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let owner: Terminal;
  let before: string;
  const holders: { terminal: Terminal; email: string; mark: string }[] = [];
  const terminals: Terminal[] = [];
  const newPassword = 'another horse 1!';

  async function signedIn({ email, password }: { email: string; password: string }) {
    const terminal = terminalOf({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: password });
    terminals.push(terminal);
    await terminal.json(['login', '--email', email]);
    return terminal;
  }

  /** An approver with a key, who cannot open any file. */
  async function approver() {
    const { receiver, receiverAccount } = await tradingPair(topology);
    const terminal = await signedIn(receiverAccount);
    await owner.json(['members', 'invite', receiverAccount.email, '--role', 'approver']);
    const [invitation] = await receiver.send(routes.receivedMemberInvitations, {});
    await receiver.send(routes.acceptMemberInvitation, { id: invitation!.id });
    const companies = (await terminal.json(['companies']))[0];
    await terminal.json(['companies', '--company', companies.at(-1).companyId]);
    const [{ fingerprint }] = await terminal.json(['keys', 'person']);
    holders.push({ terminal, email: receiverAccount.email, mark: fingerprint });
  }

  const pairs = () => holders.map(({ email, mark }) => `${email}=${mark.replaceAll(' ', '')}`);

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    owner = await signedIn(pair.senderAccount);
    await owner.json(['keys', 'create']);
    [{ fingerprint: before }] = await owner.json(['keys']);
    writeFileSync(join(owner.home, 'old.csv'), 'of,old\n');
    await owner.json(['upload', 'Sealed', 'old.csv', '--create']);
    for (let n = 0; n < 3; n++) await approver();
  });
  afterAll(() => {
    for (const terminal of terminals) terminal.remove();
  });

  it('had given shares to members after comparing their fingerprints', async () => {
    const [first, ...others] = pairs();
    const wrong = `${first!.slice(0, -5)}00000`;
    expect(await owner.run(['keys', 'recovery', 'split', '--threshold', '2', wrong, ...others])).toMatchObject({
      code: 2,
    });
    expect(await owner.json(['keys', 'recovery'])).toMatchObject([{ set: null }]);
    await owner.json(['keys', 'recovery', 'split', '--threshold', '2', ...pairs()]);
    expect((await owner.json(['keys', 'recovery']))[0]).toHaveLength(3);
  });

  it('gets them back with two members who compare the digits, and not with one', async () => {
    const { email } = pair.senderAccount;
    const inbox = inboxAt(topology.inboxUrl);
    const { sender } = pair;
    await sender.send(routes.requestReset, { email });
    const otp = codeIn(await inbox.waitForMail({ to: email, subject: /reset/i }));
    const { token } = await sender.send(routes.verifyOtp, { email, otp, purpose: 'password-reset' });
    const ports = { send: sender.send.bind(sender) as typeof sender.send, work: passwordWork };
    const { record } = await keysOfNewPassword(ports, { email, password: newPassword });
    await sender.send(routes.resetPassword, { email, password: record }, { token });

    owner = await signedIn({ email, password: newPassword });
    expect(await owner.run(['upload', 'Sealed', 'old.csv'])).not.toMatchObject({ code: 0 });
    const [{ fingerprint }] = await owner.json(['keys', 'recovery', 'start']);
    for (const one of holders) await inbox.waitForMail({ to: one.email, subject: /recovery .*was started/i });

    // also on another device, which has only the password
    const elsewhere = await signedIn({ email, password: newPassword });
    expect(await elsewhere.json(['keys', 'recovery', 'number'])).toMatchObject([{ fingerprint }]);

    const [bob, cid] = holders.map(({ terminal }) => terminal);
    expect(await bob!.run(['keys', 'recovery', 'approve', before])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Do not approve it'),
    });
    await bob!.json(['keys', 'recovery', 'approve', fingerprint]);
    expect(await owner.run(['keys', 'recovery', 'finish', fingerprint])).toMatchObject({
      stderr: expect.stringContaining('Too few members'),
    });
    await cid!.json(['keys', 'recovery', 'approve', fingerprint]);

    expect(await owner.run(['keys', 'recovery', 'finish', before])).toMatchObject({
      stderr: expect.stringContaining('This recovery is not for this company'),
    });
    const finishing = owner.start(['keys', 'recovery', 'finish', fingerprint, '--json']);
    const shown = await finishing.said('of the recovery key: ');
    const recoveryKey = /(?:[0-9A-Z]{4}-){8}[0-9A-Z*~$=U]/.exec(shown)![0];
    const group = Number(/Group (\d) of the recovery key: $/.exec(shown)![1]);
    finishing.write(`${recoveryKey.split('-')[group - 1]}\n`);
    const ended = await finishing.ended;
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ fingerprint: before, epoch: 1 });
    writeFileSync(join(owner.home, 'old.csv'), 'of,old\n');
    expect(await owner.json(['upload', 'Sealed', 'old.csv'])).toMatchObject([{ name: 'old.csv', status: 'present' }]);
    expect(await owner.json(['keys', 'recovery'])).toMatchObject([{ set: null }]);
  });
});
