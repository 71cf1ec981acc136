import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { terminalOf } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';
import { startWebhookReceiver } from '../support/webhook-receiver';

describe('the command line without the web app', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let sender: Terminal;
  let receiver: Terminal;
  let hook: Awaited<ReturnType<typeof startWebhookReceiver>>;

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    hook = await startWebhookReceiver();
    const signedIn = async ({ email, password }: { email: string; password: string }) => {
      const terminal = terminalOf({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: password });
      await terminal.json(['login', '--email', email]);
      return terminal;
    };
    sender = await signedIn(pair.senderAccount);
    receiver = await signedIn(pair.receiverAccount);
  });
  afterAll(async () => {
    await hook?.stop();
    for (const terminal of [sender, receiver]) terminal?.remove();
  });

  it('finds the portal of an account, and refuses a wrong portal', async () => {
    expect(await receiver.json(['whoami'])).toMatchObject([{ userType: 'receiver' }]);
    const { email } = pair.receiverAccount;
    expect(await receiver.run(['login', '--email', email, '--portal', 'sender'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Invalid email or password'),
    });
  });

  it('moves files, deletes them, and restores them from the bin', async () => {
    for (const name of ['prices.csv', 'volumes.csv']) writeFileSync(join(sender.home, name), 'id\n1\n');
    await sender.json(['upload', 'Office', '*.csv', '--create', '--managed']);
    await sender.json(['folders', 'create', 'Archive']);
    expect(await sender.json(['folders', 'rename', 'Office', 'Prices'])).toMatchObject([{ name: 'Prices' }]);
    expect(await sender.json(['move', 'Prices', 'Archive', 'volumes.csv'])).toMatchObject([{ name: 'volumes.csv' }]);
    const [deleted] = await sender.json(['delete', 'Prices', 'prices.csv']);
    const names = async (folder: string) => (await sender.json(['files', folder]))[0].map(({ name }: any) => name);
    expect([await names('Prices'), await names('Archive')]).toEqual([[], ['volumes.csv']]);
    expect(await sender.json(['bin'])).toMatchObject([[{ id: deleted.id, name: 'prices.csv', folderName: 'Prices' }]]);
    await sender.json(['bin', 'restore', deleted.id]);
    expect(await names('Prices')).toEqual(['prices.csv']);
    await sender.json(['delete', 'Prices', deleted.id]);
    expect(await sender.run(['bin', 'empty'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--all') });
    await sender.json(['bin', 'empty', '--all']);
    expect(await sender.json(['bin'])).toEqual([[]]);
    expect(await sender.run(['delete', 'Prices', 'prices.csv'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Prices has no file prices.csv'),
    });
  });

  it('removes access to a folder, and deletes the folder', async () => {
    const { email } = pair.receiverAccount;
    await sender.json(['deliver', 'Archive', email]);
    const received = async () => (await receiver.json(['received']))[0].map(({ fileName }: any) => fileName);
    expect(await received()).toEqual(['volumes.csv']);
    await sender.json(['end-access', 'Archive', email]);
    expect(await received()).toEqual([]);
    await sender.json(['folders', 'delete', 'Archive']);
    expect((await sender.json(['folders']))[0]).toMatchObject([{ name: 'Prices' }]);
  });

  it('creates an API key that a program can use until it is revoked', async () => {
    const [created] = await sender.json(['api-keys', 'create', 'Nightly', '--scope', 'read', 'upload', '--days', '7']);
    const program = terminalOf({ TRADEPOST_ORIGIN: topology.origin, TRADEPOST_KEY: created.key });
    expect(await program.json(['whoami'])).toMatchObject([{ apiKey: { name: 'Nightly', scopes: ['read', 'upload'] } }]);
    expect(await program.run(['api-keys', 'create', 'More', '--scope', 'read'])).toMatchObject({ code: 2 });
    expect((await sender.json(['api-keys']))[0]).toMatchObject([{ id: created.apiKey.id, name: 'Nightly' }]);
    await sender.json(['api-keys', 'revoke', created.apiKey.id]);
    expect(await program.run(['folders'])).toMatchObject({ code: 3 });
    program.remove();
  });

  it('manages a webhook: its events, its secret and its deliveries', async () => {
    const [{ id, secret }] = await sender.json(['webhooks', 'create', hook.url, '--event', 'request.created']);
    expect(await sender.json(['webhooks', 'test', id])).toMatchObject([{ kind: 'test' }]);
    const [rotated] = await sender.json(['webhooks', 'rotate', id]);
    expect(rotated.secret).not.toBe(secret);
    expect(hook.received).toMatchObject([{ event: { kind: 'test' } }]);
    const [[delivery]] = await sender.json(['webhooks', 'deliveries', id]);
    expect(delivery).toMatchObject({ kind: 'test', status: 'delivered' });
    expect(await sender.run(['webhooks', 'replay', id, delivery.id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A test cannot be sent again'),
    });
    expect(await sender.json(['webhooks', 'replay', id])).toEqual([{ replayed: 0 }]);
    expect(await sender.json(['webhooks', 'off', id])).toMatchObject([{ enabled: false }]);
    expect(await sender.json(['webhooks', 'on', id])).toMatchObject([{ enabled: true }]);
    await sender.json(['webhooks', 'delete', id]);
    expect(await sender.json(['webhooks'])).toEqual([[]]);
  });

  it('invites a member, changes the roles, lets the member work for the company, and removes the member', async () => {
    const { email } = pair.receiverAccount;
    expect(await sender.json(['members', 'invite', email, '--role', 'auditor'])).toMatchObject([{ status: 'invited' }]);
    const [invitation] = await pair.receiver.send(routes.receivedMemberInvitations, {});
    await pair.receiver.send(routes.acceptMemberInvitation, { id: invitation?.id ?? '' });
    const [choices] = await receiver.json(['companies']);
    const [own, other] = choices;
    expect(own).toMatchObject({ roles: ['owner'], current: true });
    expect(await receiver.json(['companies', '--company', other.companyId])).toMatchObject([{ roles: ['auditor'] }]);
    expect(await receiver.run(['folders', 'create', 'Mine'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Your role in this company does not allow this'),
    });
    await sender.json(['members', 'roles', email, 'uploader', 'approver']);
    writeFileSync(join(receiver.home, 'member.csv'), 'id\n1\n');
    expect(await receiver.run(['upload', 'Prices', 'member.csv'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use --managed to upload'),
    });
    await receiver.json(['upload', 'Prices', 'member.csv', '--managed']);
    expect((await sender.json(['files', 'Prices']))[0].map(({ name }: any) => name)).toContain('member.csv');
    expect((await sender.json(['members']))[0]).toMatchObject([
      { roles: ['owner'] },
      { email, roles: ['uploader', 'approver'] },
    ]);
    expect(await receiver.run(['members', 'remove', pair.senderAccount.email])).toMatchObject({ code: 1 });
    expect(await sender.run(['members', 'remove', 'nobody@example.com'])).toMatchObject({ code: 2 });
    await sender.json(['delete', 'Prices', 'member.csv']);
    await receiver.json(['companies', '--company', 'own']);
    expect(await receiver.json(['whoami'])).toMatchObject([{ userType: 'receiver', roles: ['owner'] }]);
    await sender.json(['members', 'remove', email]);
    expect((await receiver.json(['companies']))[0]).toHaveLength(1);
    expect(await receiver.run(['companies', '--company', other.companyId])).toMatchObject({ code: 2 });
  });

  it('invites the people of a CSV file, and says what is wrong with the other lines', async () => {
    const email = `listed-${Date.now()}@example.com`;
    writeFileSync(join(sender.home, 'people.csv'), `Email;Roles\n${email};uploader,approver\n=1+1;auditor\n`);
    expect(await sender.run(['members', 'invite', '--file', 'people.csv'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${email}: invited`),
      stderr: expect.stringContaining('1 of 2 people were not invited'),
    });
    const open = await pair.sender.send(routes.memberInvitations, {});
    expect(open.find((one) => one.email === email)).toMatchObject({ roles: ['uploader', 'approver'] });
    expect(await sender.run(['members', 'invite'])).toMatchObject({ code: 2 });
  });

  it('withdraws a request, and ends a partnership', async () => {
    await sender.json(['deliver', 'Prices', pair.receiverAccount.email]);
    writeFileSync(join(sender.home, 'more.csv'), 'id\n1\n');
    await sender.json(['upload', 'Prices', 'more.csv', '--managed']);
    const [[file]] = await receiver.json(['received']);
    await pair.sender.send(routes.setApprovalRule, { approvals: 1, above: null });
    const [{ requests }] = await receiver.json(['request', file.fileId]);
    const { id } = requests[0];
    expect(await sender.json(['approve', id])).toMatchObject([{ id, approvals: { needed: 1, given: [{}] } }]);
    expect(await sender.json(['approve', '--withdraw', id])).toMatchObject([{ approvals: { given: [] } }]);
    expect(await receiver.run(['approve', id])).toMatchObject({ code: 1 });
    expect(await sender.json(['assign', id, '--to', 'me'])).toMatchObject([
      { id, assignee: { email: pair.senderAccount.email } },
    ]);
    expect((await sender.json(['requests', '--assignee', 'me']))[0]).toMatchObject([{ id }]);
    expect((await sender.json(['requests', '--assignee', pair.senderAccount.email]))[0]).toMatchObject([{ id }]);
    expect(await sender.json(['assign', id, '--nobody'])).toMatchObject([{ id, assignee: null }]);
    expect((await sender.json(['requests', '--assignee', 'me']))[0]).toEqual([]);
    expect(await sender.run(['assign', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('--nobody') });
    expect(await sender.run(['assign', id, '--to', 'nobody@x.example'])).toMatchObject({ code: 2 });
    expect((await sender.json(['away', '--until', '3d']))[0]).toMatchObject({ delegateId: null });
    expect((await sender.json(['away']))[0]).toMatchObject([{ email: pair.senderAccount.email }]);
    expect(await sender.run(['away', '--until', '3d', '--delegate', 'nobody@x.example'])).toMatchObject({ code: 2 });
    expect(await sender.run(['away', '--delegate', pair.senderAccount.email])).toMatchObject({ code: 2 });
    await sender.json(['away', '--end']);
    expect(await sender.json(['away'])).toEqual([[]]);
    expect(await sender.json(['usual-expiry', 'month'])).toEqual([{ usualExpiry: 'month' }]);
    expect(await sender.json(['usual-expiry'])).toEqual([{ usualExpiry: 'month' }]);
    expect(await sender.run(['usual-expiry', 'year'])).toMatchObject({ code: 2 });
    expect(await receiver.run(['usual-expiry', 'day'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT_ALLOWED'),
    });
    await receiver.json(['comment', id, 'For May, please.']);
    await sender.json(['comment', id, '--internal', 'Do we know them?']);
    expect((await sender.json(['comments', id]))[0]).toMatchObject([{ internal: false }, { internal: true }]);
    expect((await receiver.json(['comments', id]))[0]).toMatchObject([{ text: 'For May, please.' }]);
    await receiver.json(['withdraw', requests[0].id]);
    expect(await receiver.json(['requests', '--status', 'pending'])).toEqual([[]]);

    const [[invitation]] = await receiver.json(['invitations']);
    expect(invitation).toMatchObject({ email: pair.senderAccount.email, direction: 'from', status: 'accepted' });
    await receiver.json(['invitations', 'end', invitation.id]);
    expect(await receiver.json(['received'])).toEqual([[]]);
  });

  it('accepts an invitation, and mails an invitation at most once a minute', async () => {
    await sender.json(['invite', pair.receiverAccount.email]);
    const pending = (await receiver.json(['invitations']))[0].find(({ status }: any) => status === 'pending');
    expect(await sender.run(['invitations', 'resend', pending.id, '--retries', '0'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TOO_MANY'),
    });
    expect(await receiver.json(['invitations', 'accept', pending.id])).toMatchObject([{ status: 'accepted' }]);
    expect(await pair.sender.send(routes.deliverableEmails, {})).toEqual([pair.receiverAccount.email]);
  });
});
