import { screen } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { useFolders } from '../../session/folder.store';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { sampleReceivedFolder } from '../../test/samples';
import ShareFoldersPage from './share-folders.page';

const api = new FakeApi();
const total = 450;
const text = 'Terms '.repeat(600);

beforeEach(() => {
  api.on(routes.verifiedPartners, () => []);
  api.on(routes.receivedFolders, ({ page = 1, pageSize = 50 }) => ({
    items: Array.from({ length: Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize)) }, (_, n) => {
      const number = (page - 1) * pageSize + n;
      return sampleReceivedFolder({
        folderId: `d${number}`,
        folderName: `Folder ${number}`,
        description: text,
        licence: text,
      });
    }),
    total,
    page,
    pageSize,
  }));
});

describe('folders of many partners', () => {
  it('are all listed, and local storage gets few of them without their texts', async () => {
    renderRoute(<ShareFoldersPage />, { path: '/share-folders' });
    expect(await screen.findByText(/of 450 folders/)).toBeVisible();
    expect(useFolders.getState().receivedFiles).toHaveLength(total);
    const stored = localStorage.getItem('folder-storage') ?? '';
    expect(stored).toContain('Folder 99');
    expect(stored.length).toBeLessThan(100_000);
  });
});

describe('the link to a folder that is not shared', () => {
  const open = (status: 'pending' | 'accepted') => {
    api.on(routes.receivedInvitations, () => [
      {
        id: 'i1',
        inviterId: 'c1',
        inviterEmail: 'sender@example.com',
        inviterCompany: 'Harbour Data',
        status,
        verified: null,
        note: null,
        createdAt: '2026-11-01T10:00:00.000Z',
      },
    ]);
    renderRoute(<ShareFoldersPage />, { path: '/share-folders?folder=other' });
  };

  it('leads to the invitation while one is open', async () => {
    open('pending');
    expect(await screen.findByRole('link', { name: 'Open the invitation' })).toHaveAttribute(
      'href',
      '/accept-invitation',
    );
  });

  it('says that the folder is no longer shared if no invitation is open', async () => {
    open('accepted');
    expect(await screen.findByText('This folder is no longer shared with you')).toBeVisible();
  });
});
