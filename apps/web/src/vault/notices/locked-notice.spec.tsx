import { screen, within } from '@testing-library/react';
import type { SentInvitation } from '@tradepost/contracts/identity';
import type { TransferItem } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { ReactElement } from 'react';
import { CreateDialog } from '../../features/api-keys/create-dialog';
import { ContactsCard } from '../../features/encryption/contacts-card';
import { SentList } from '../../features/partners/sent-list';
import { RevokeTransferDialog } from '../../features/transfers/list/transfer-dialogs';
import { DeliverDialog } from '../../features/workspace/access/deliver-dialog';
import { MoveDialog } from '../../features/workspace/file/move-dialog';
import { DeleteFolderDialog } from '../../features/workspace/folder/delete-folder-dialog';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { sampleFile, sampleFolder } from '../../test/samples';
import { closedVault, useVaultStore } from '../vault.store';

const api = new FakeApi();
// as a server may label sealed files
const files = [sampleFile({ mode: 'managed' })];
const folder = sampleFolder({ files, emails: ['bob@partner.example'] });
const partner = { id: 'i1', email: 'bob@partner.example', status: 'accepted', createdAt: '2026-11-01T10:00:00.000Z' };
const nothing = () => undefined;

beforeEach(() => {
  api.on(routes.folders, () => [folder, sampleFolder({ id: 'd2', name: 'Other' })]);
  api.on(routes.deliverableEmails, () => folder.emails);
  api.on(routes.sentInvitations, () => []);
  api.on(routes.contactKeys, () => [
    { userId: 'u2', email: 'bob@partner.example', companyName: 'Bob Ltd', bundle: null },
  ]);
});
afterEach(() => useVaultStore.setState(closedVault));

const recordText = /only the server says which files are end-to-end encrypted, and your record does not show/;

const places: [string, () => ReactElement, RegExp][] = [
  ['delivers a folder or removes an access', () => <DeliverDialog folder={folder} onClose={nothing} />, recordText],
  [
    'deletes a delivered folder',
    () => <DeleteFolderDialog folder={folder} onClose={nothing} onDeleted={nothing} />,
    recordText,
  ],
  ['moves files', () => <MoveDialog folderId="d1" files={files} onMoved={nothing} onClose={nothing} />, recordText],
  [
    'revokes a transfer',
    () => (
      <RevokeTransferDialog transfer={{ companyName: 'Bob Ltd', mode: 'managed' } as TransferItem} onClose={nothing} />
    ),
    recordText,
  ],
  ['ends a partnership', () => <SentList invitations={[partner as SentInvitation]} />, recordText],
  ['sees the keys of contacts', () => <ContactsCard />, /these keys are not compared with the ones that you know/],
];

const open = async ({ person }: ReturnType<typeof renderRoute>) => {
  const end = screen.queryByRole('button', { name: /^End the partnership/ });
  if (end) await person.click(end);
};

it.each(places)('says that the keys are locked, and unlocks them, where a person %s', async (_, place, text) => {
  useVaultStore.setState({ state: 'locked' });
  const rendered = renderRoute(place());
  await open(rendered);
  const notice = (await screen.findByText(text)).closest<HTMLElement>('[role="alert"]')!;
  expect(notice).toHaveTextContent('Your encryption keys are locked');
  await rendered.person.click(within(notice).getByRole('button', { name: 'Unlock' }));
  expect(useVaultStore.getState().dialog).toEqual({ kind: 'open' });
});

it.each(places)('says nothing of it with open or without keys, where a person %s', async (_, place, text) => {
  for (const state of ['open', 'none'] as const) {
    useVaultStore.setState({ state });
    const rendered = renderRoute(place());
    await open(rendered);
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    rendered.unmount();
  }
});

it('says why no new API key can open sealed files while only the recovery key opens the vault', async () => {
  useVaultStore.setState({ state: 'locked', needsRecovery: true });
  renderRoute(<CreateDialog open onClose={nothing} />);
  expect(await screen.findByText(/no new API key can open or send end-to-end encrypted files/)).toBeVisible();
});
