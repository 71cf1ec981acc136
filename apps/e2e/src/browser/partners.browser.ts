import { expect, type Page } from '@playwright/test';
import { register } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { inspect, look, navigate, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';
import { newSender, toast, paste } from '../support/browser/senders';

let topology: Topology;

test.beforeAll(({ installation }) => void (topology = installation));

test('partners are invited, decline, accept and end the partnership', async ({ browser }) => {
  const [person, decliner, partner] = [await newSender(topology, 'inviter'), account('decliner'), account('partner')];
  await register(topology, 'receiver', decliner);
  await register(topology, 'receiver', partner);
  const receivers = await Promise.all(
    [decliner, partner].map(async (one) => {
      const { page } = await newPerson(browser, topology);
      await signIn(page, one, '/receiver/login');
      await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
      await page.goto('/accept-invitation');
      await expect(page.getByText('No invitations waiting')).toBeVisible();
      return page;
    }),
  );
  const [declining, accepting] = receivers as [Page, Page];

  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, person);
  await navigate(page, 'Invitations');
  await expect(page.getByText('No invitations yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send Invitations' }).click();
  await expect(toast(page)).toContainText('No recipients added');
  const field = page.getByLabel('Invited Partners');
  await field.fill('not-an-address');
  await field.press('Tab');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(field).toHaveValue('not-an-address');
  await field.fill('third@example.com');
  await field.press('Enter');
  await paste(
    page,
    'Invited Partners',
    `Name,Email\n"Dee, D",${decliner.email}\nPat,<${partner.email}>\nAgain,THIRD@example.com`,
  );
  await expect(page.getByText('2 addresses added; 1 duplicate left out; no address in line 1.')).toBeVisible();
  await inspect(page, 'invitations-chips');
  await page.getByRole('button', { name: 'Send Invitations' }).click();
  await expect(toast(page)).toContainText('Invite is Successfull');
  const sent = page.getByRole('list', { name: 'Sent invitations' }).getByRole('listitem');
  await expect(sent).toHaveCount(3);

  await expect(
    declining.getByRole('button', { name: /Decline the invitation/ }),
    'visible without a reload',
  ).toBeVisible();
  await expect(toast(declining)).toContainText('New invitation');
  await inspect(declining, 'accept-invitation');
  await declining.getByRole('button', { name: /Decline the invitation/ }).click();
  await expect(declining.getByText('No invitations waiting')).toBeVisible();
  await accepting.getByRole('button', { name: /Accept the invitation/ }).click();
  await expect(accepting.getByRole('button', { name: /End the partnership/ })).toBeVisible();
  await expect(sent.filter({ hasText: partner.email })).toContainText('Accepted');

  await sent
    .filter({ hasText: 'third@example.com' })
    .getByRole('button', { name: /Withdraw/ })
    .click();
  await expect(sent.filter({ hasText: 'third@example.com' })).toContainText('Withdrawn');
  await sent
    .filter({ hasText: partner.email })
    .getByRole('button', { name: /End the partnership/ })
    .click();
  const warning = page.getByRole('dialog');
  await expect(warning).toContainText('They lose access to every folder');
  await expect(warning.getByRole('checkbox', { name: 'Keep live transfers' })).not.toBeChecked();
  await inspect(page, 'invitations-end');
  await warning.getByRole('button', { name: 'End partnership' }).click();
  await expect(sent.filter({ hasText: partner.email })).toContainText('Ended');
  await page.reload();
  await expect(sent.filter({ hasText: decliner.email })).toContainText('Declined');
  await page.getByLabel('Search by email').fill('third');
  await expect(sent).toHaveCount(1);
  await page.getByLabel('Search by email').fill('nobody at all');
  await expect(page.getByText('No matching invitations')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await look(page, 'invitations');
  await accepting.reload();
  await expect(accepting.getByText('No invitations waiting')).toBeVisible();
  await expect(accepting.getByRole('button', { name: /End the partnership/ })).toHaveCount(0);
  expect(failures).toEqual([]);
});
