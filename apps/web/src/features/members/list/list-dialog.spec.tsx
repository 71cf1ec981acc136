import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { axe } from 'jest-axe';
import { FakeApi } from '../../../test/fake-api';
import { manager, renderRoute } from '../../../test/render';
import { ListDialog } from './list-dialog';

const api = new FakeApi();

const list = [
  'Email;Roles',
  'ann@a.example;uploader,downloader',
  'bob@a.example',
  '=HYPERLINK("x");auditor',
  'cem@a.example;manager',
  'dan@a.example;downloader',
].join('\n');

/** jsdom does not read files. */
const csv = (content: string) =>
  Object.assign(new File([content], 'people.csv'), {
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(content).buffer),
  });

async function openWith(content: string) {
  const view = renderRoute(<ListDialog onClose={() => undefined} />, { user: manager });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite members from a list' }));
  await view.person.upload(dialog.getByLabelText('CSV file'), csv(content));
  return { ...view, dialog };
}

it('shows what is wrong with each line, invites the others with their roles, and shows what came of it', async () => {
  const calls = api.on(routes.inviteMembers, ({ emails }) => {
    if (emails.includes('dan@a.example')) throw new AppError('TOO_MANY');
    return { message: 'Sent', invited: emails.map((email) => ({ email, status: 'invited' as const })) };
  });
  const { person, dialog } = await openWith(list);
  expect(await dialog.findByRole('table', { name: 'People in the list' })).toBeVisible();
  expect(dialog.getByText('A formula instead of an address in line 4')).toBeVisible();
  expect(dialog.getByText('You cannot give the role manager (line 5)')).toBeVisible();
  expect(dialog.getAllByText('Ready to invite')).toHaveLength(3);
  expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();
  await person.click(dialog.getByRole('button', { name: 'Invite 3 people' }));
  expect(await dialog.findByRole('button', { name: 'Done' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  expect(dialog.getAllByText('Invited')).toHaveLength(2);
  expect(dialog.getByText(new AppError('TOO_MANY').message)).toBeVisible();
  expect(calls).toEqual([
    { emails: ['ann@a.example'], roles: ['uploader', 'downloader'] },
    { emails: ['bob@a.example'], roles: ['auditor'] },
    { emails: ['dan@a.example'], roles: ['downloader'] },
  ]);
});

it('invites nobody of a list that is too long, or of a file that is no list', async () => {
  const long = Array.from({ length: 201 }, (_, n) => `p${n}@a.example`).join('\n');
  const { dialog, person } = await openWith(long);
  expect(await dialog.findByText('At most 200 people at once')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Invite 0 people' })).toBeDisabled();
  await person.upload(dialog.getByLabelText('CSV file'), csv('PK\u0003\u0004'));
  expect(await dialog.findByText(/people.csv cannot be read/)).toBeVisible();
});
