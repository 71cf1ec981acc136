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
