import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntry } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import AuditPage from './audit.page';

const api = new FakeApi();
const entry: AuditEntry = {
  id: '1',
  companyId: sender.companyId!,
  sequence: 1,
  at: '2026-01-02T03:04:05.000Z',
  action: 'storage.access-withdrawn',
  actor: sender.email,
  actorId: sender.id,
  ip: null,
  requestId: null,
  message: 'sam@sender.example removed the access of rita@buyer.example to Prices',
  hash: 'h',
};

function openFilter() {
  const read = api.on(routes.auditEntries, () => ({ items: [entry], total: 1, page: 1, pageSize: 20 }));
  api.on(routes.auditActions, () => ['identity.signed-in', 'storage.access-withdrawn', 'storage.file-moved']);
  const { person } = renderRoute(<AuditPage />, { user: { ...sender, userType: 'admin' } });
  const action = screen.getByRole('combobox', { name: 'Action' });
  const options = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
  return { person, action, options, read };
}

it('names actions in words, in alphabetical order', async () => {
  const { person, action, options } = openFilter();
  const row = await screen.findByRole('row', { name: /removed the access/ });
  expect(within(row).getByText('Access to a folder removed')).toBeVisible();
  await person.click(action);
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'Access to a folder removed',
    'File moved',
    'Signed in',
  ]);
});

it.each(['file mo', 'storage.file'])('finds an action by "%s", and filters by its name in the API', async (typed) => {
  const { person, action, options, read } = openFilter();
  await screen.findByRole('row', { name: /removed the access/ });
  await person.type(action, typed);
  const [found, ...others] = options();
  expect(found).toHaveTextContent('File moved');
  expect(others).toEqual([]);
  await person.click(found!);
  await waitFor(() => expect(read.at(-1)).toMatchObject({ action: 'storage.file-moved' }));
});
