import { expect } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { register } from '@tradepost/tools/client/people';
import { inspect, personAt, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { deliveredSamples, tradingPair } from '../support/main-path';

test('a request is accepted only after a colleague has approved it', async ({ browser, installation }) => {
  const [pair, colleague] = [await tradingPair(installation), account('approver')];
  const { sender, receiver, senderAccount, receiverAccount } = pair;
  const [file] = await deliveredSamples(pair, { name: 'Freight', licence: '' });
  await sender.send(routes.inviteMembers, { emails: [colleague.email], roles: ['approver'] });
  const client = await register(installation, 'receiver', colleague);
  const [invitation] = await client.send(routes.receivedMemberInvitations, {});
  await client.send(routes.acceptMemberInvitation, { id: invitation?.id ?? '' });

  const failures: string[] = [];
  const owner = await personAt(browser, installation, { account: senderAccount, path: '/login', failures });
  await owner.goto('/profile#members');
  await owner.getByRole('radio', { name: 'One person' }).check();
  await owner.getByRole('checkbox', { name: 'Only above a total value' }).check();
  await inspect(owner, 'approval-rule');
  await owner.getByRole('checkbox', { name: 'Only above a total value' }).uncheck();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(owner)).toContainText('requests that arrive from now on');

  const files = [{ id: file?.id ?? '' }];
  const { requests } = await receiver.send(routes.createRequest, { files, receiverEmail: receiverAccount.email });
  const path = `/requests/${requests[0]?.id}`;
  await owner.goto(path);
  await expect(owner.getByText('0 of 1 approval').first()).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Accept' })).toHaveCount(0);

  const { companyId } = (await client.send(routes.companies, {})).find(({ roles }) => roles.includes('approver'))!;
  const { token } = await client.send(routes.switchCompany, { companyId });
  const { page: approver, failures: theirs } = await sessionOf(browser, installation, { token });
  await approver.goto(path);
  await inspect(approver, 'approval-wanted');
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approver.getByRole('button', { name: 'Withdraw approval' })).toBeVisible();
  await inspect(approver, 'approval-given');

  await expect(owner.getByRole('button', { name: 'Accept' }), 'without a reload').toBeVisible();
  await inspect(owner, 'request-approved');
  await expect(owner.getByRole('list', { name: 'Timeline' })).toContainText(`${colleague.email} approved the request`);
  expect([...failures, ...theirs]).toEqual([]);
});
