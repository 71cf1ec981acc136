import { screen } from '@testing-library/react';
import type { FolderView, ReceivedFolder } from '@tradepost/contracts/storage';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { sampleFolder, sampleReceivedFolder } from '../../test/samples';
import { ReceiverDashboard } from './receiver-dashboard';
import { SenderDashboard } from './sender-dashboard';

const api = new FakeApi();
const none = { items: [], total: 0, page: 1, pageSize: 5 };

function openAsSender(folders: FolderView[]) {
  api.on(routes.companyRequests, () => none);
  api.on(routes.transfers, () => none);
  api.on(routes.folders, () => folders);
  api.on(routes.stats, () => ({ totalStorage: 1_000, usedStorage: 0, files: 0, folders: 0 }));
  api.on(routes.sentInvitations, () => []);
  api.on(routes.logs, () => none);
  renderRoute(<SenderDashboard user={sender} />);
}

function openAsReceiver(folders: ReceivedFolder[]) {
  api.on(routes.receivedInvitations, () => []);
  api.on(routes.receivedFolders, () => ({ items: folders, total: folders.length, page: 1, pageSize: 200 }));
  api.on(routes.myRequests, () => none);
  api.on(routes.myTransfers, () => none);
  api.on(routes.logs, () => none);
  renderRoute(<ReceiverDashboard user={{ ...sender, userType: 'receiver' }} />);
}

describe('the dashboard of a new sender', () => {
  it('shows the first steps in place of figures without a value', async () => {
    openAsSender([]);
    expect(await screen.findByRole('link', { name: /^Put your data in folders/ })).toHaveAttribute(
      'href',
      '/#new-folder',
    );
    expect(screen.queryByRole('link', { name: 'Storage used' })).toBeNull();
  });

  it('shows figures and the steps that are left from the first folder on', async () => {
    openAsSender([sampleFolder()]);
    expect(await screen.findByRole('link', { name: /^Invite your trading partners/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Storage used' })).toBeVisible();
  });
});

describe('the dashboard of a new receiver', () => {
  it('shows the first steps in place of figures without a value', async () => {
    openAsReceiver([]);
    expect(await screen.findByRole('link', { name: /^Accept your invitations/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Folders shared with you' })).toBeNull();
  });

  it('shows figures and the steps that are left from the first folder on', async () => {
    openAsReceiver([sampleReceivedFolder()]);
    expect(await screen.findByRole('link', { name: /^Browse what is shared with you/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Folders shared with you' })).toBeVisible();
  });
});
