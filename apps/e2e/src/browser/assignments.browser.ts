import { expect } from '@playwright/test';
import { routes } from '@tradepost/contracts/routes';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { inspect, look, personAt, sessionOf } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { toast } from '../support/browser/senders';
import { account } from '../support/fixtures';
import { deliveredSamples, tradingPair } from '../support/main-path';
import { newMember } from '../support/members';

test('a request is assigned to a colleague, who finds it among their own', async ({ browser, installation }) => {
  const [pair, colleague] = [await tradingPair(installation), account('manager')];
  const { sender, receiver, senderAccount, receiverAccount } = pair;
  const [first, second] = await deliveredSamples(pair, { name: 'Freight', licence: '' });
  const { client } = await newMember(installation, sender, colleague, 'manager');
  const name = `${colleague.firstName} ${colleague.lastName}`;

  const ask = async (id: string) => {
    const asked = { files: [{ id }], receiverEmail: receiverAccount.email };
    return (await receiver.send(routes.createRequest, asked)).requests[0]?.id ?? '';
  };
  const [id] = [await ask(first?.id ?? ''), await ask(second?.id ?? '')];

  const failures: string[] = [];
  const owner = await personAt(browser, installation, { account: senderAccount, path: '/login', failures });
  const { page: manager, failures: theirs } = await sessionOf(browser, installation, client);
  await manager.goto('/requests?assignee=me');
  await expect(manager.getByText('No matching requests')).toBeVisible();

  await owner.goto(`/requests/${id}`);
  const assign = owner.getByRole('button', { name: /^Assign the request from/ });
  await assign.focus();
  await owner.keyboard.press('Enter');
  await expect(owner.getByRole('menuitem', { name: 'Assign to me' })).toBeVisible();
  await look(owner, 'assignment-menu');
  await owner.getByRole('menuitem', { name }).click();
  await expect(toast(owner)).toContainText(`The request is assigned to ${colleague.email}`);
  const chosen = owner.getByRole('button', { name: new RegExp(`is assigned to ${name}: change$`) });
  await expect(chosen).toBeFocused();
  await expect(owner.getByRole('list', { name: 'Timeline' })).toContainText(
    `${senderAccount.email} assigned the request to ${colleague.email}`,
  );
  await inspect(owner, 'assignment');

  const theirList = manager.getByRole('table', { name: 'Requests' });
  const listed = theirList.getByRole('button', { name: new RegExp(`${name}: change$`) });
  await expect(listed, 'without a reload').toHaveCount(1);
  await inboxAt(installation.inboxUrl).waitForMail({ to: colleague.email, subject: /is assigned to you/ });

  await owner.goto('/requests');
  await expect(chosen).toBeVisible();
  await inspect(owner, 'requests-assigned');
  await owner.getByLabel('Assigned to', { exact: true }).selectOption('Assigned to nobody');
  await expect(chosen).toBeHidden();
  await expect(assign).toHaveCount(1);
  await assign.click();
  await owner.getByRole('menuitem', { name: 'Assign to me' }).click();
  await expect(owner.getByText('No matching requests')).toBeVisible();

  await manager.goto('/profile#profile');
  await manager.getByLabel('Last day').fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await manager.getByLabel('Stand-in').selectOption({ index: 1 });
  await inspect(manager, 'away');
  await manager.getByRole('button', { name: 'Save absence' }).click();
  await expect(toast(manager)).toContainText('Your absence was saved.');
  await owner.goto(`/requests/${id}`);
  await expect(owner.getByText(/^Away until .* stands in$/)).toBeVisible();
  await inspect(owner, 'assignee-away');
  await manager.getByRole('button', { name: 'End absence' }).click();
  await expect(owner.getByText(/^Away until/), 'without a reload').toHaveCount(0);
  await manager.goto('/requests?assignee=me');

  const log = await sender.send(routes.logs, {});
  expect(JSON.stringify(log)).toContain(`${senderAccount.email} assigned the request of`);
  await manager.getByRole('button', { name: new RegExp(`${name}: change$`) }).click();
  await manager.getByRole('menuitem', { name: 'Remove assignment' }).click();
  await expect(manager.getByText('No matching requests')).toBeVisible();
  expect([...failures, ...theirs]).toEqual([]);
});
