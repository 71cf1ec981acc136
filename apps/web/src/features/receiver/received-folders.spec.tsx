import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { downloader, renderRoute, sender } from '../../test/render';
import { sampleReceivedFolder } from '../../test/samples';
import { ReceivedFolders } from './received-folders';

const api = new FakeApi();
const folders = [
  sampleReceivedFolder({ folderId: 'd1', folderName: 'Prices', inviterCompany: 'Harbour Data' }),
  sampleReceivedFolder({ folderId: 'd2', folderName: 'Prices', inviterCompany: 'Northwind' }),
  sampleReceivedFolder({ folderId: 'd3', folderName: 'Volumes', inviterCompany: 'Harbour Data' }),
];

function renderFolders(path = '/share-folders') {
  api.on(routes.verifiedPartners, () => []);
  return renderRoute(<ReceivedFolders folders={folders} refreshing={false} />, { path });
}

const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((cell) => cell.textContent?.trim()),
    );

describe('received folders', () => {
  it.each([
    ['lead an owner to the invitations', sender, 1],
    ['name only the reason to a member who may not answer invitations', downloader, 0],
  ])('that are missing %s', async (_text, user, links) => {
    api.on(routes.verifiedPartners, () => []);
    renderRoute(<ReceivedFolders folders={[]} refreshing={false} />, { user });
    expect(await screen.findByText('Nothing was delivered to you yet')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Filters' })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('link', { name: 'Accept Invitation' })).toHaveLength(links);
    expect(screen.queryAllByText('Folders that partners deliver to your company appear here.')).toHaveLength(1 - links);
  });

  it('match every filter with AND and at least one with OR', async () => {
    const { person, address } = renderFolders();
    await waitFor(() => expect(rows()).toHaveLength(3));
    await person.type(screen.getByLabelText('Search companies'), 'harbour');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await person.type(screen.getByLabelText('Search folders'), 'prices');
    await waitFor(() => expect(rows()).toEqual([['Prices', 'Harbour Data']]));

    await person.click(screen.getByRole('button', { name: 'Filters' }));
    await person.click(await screen.findByRole('radio', { name: 'OR' }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(screen.getByText('Folders that meet at least one filter')).toBeInTheDocument();
    expect(address.current).toContain('logic=OR');
  });

  it('show each filter as a chip and clear them all at once', async () => {
    const { person, address } = renderFolders('/share-folders?company=harbour&name=prices');
    await waitFor(() => expect(rows()).toEqual([['Prices', 'Harbour Data']]));
    await person.click(screen.getByRole('button', { name: 'Remove filter Folder: prices' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await person.type(screen.getByLabelText('Search folders'), 'nothing');
    expect(await screen.findByText('No matching folders')).toBeVisible();
    await person.click(screen.getAllByRole('button', { name: 'Clear All Filters' })[0] as HTMLElement);
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(address.current).toBe('/share-folders');
  });

  it('open by their name and by a click on the row, and keep the filters for the way back', async () => {
    const { person, address, unmount } = renderFolders('/share-folders?name=volumes');
    await person.click(await screen.findByRole('link', { name: 'Volumes' }));
    expect(address.current).toBe('/share-folders?folder=d3');
    unmount();

    const again = renderFolders('/share-folders?name=volumes');
    await again.person.click((await screen.findAllByRole('cell'))[2] as HTMLElement);
    expect(again.address.current).toBe('/share-folders?folder=d3');
    expect(again.address.state).toEqual({ filters: '?name=volumes' });
  });
});
