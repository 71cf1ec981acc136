import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import type { DirectoryView } from '@tradepost/contracts/storage';
import { FakeApi } from '../../../test/fake-api';
import { auditor, renderRoute, sender, uploader } from '../../../test/render';
import { sampleFile, sampleFolder } from '../../../test/samples';
import { closedVault, useVaultStore } from '../../../vault/vault.store';
import { pageSize } from '../api';
import { FileList } from './file-list';

const api = new FakeApi();
afterEach(() => useVaultStore.setState(closedVault));
const all = [
  sampleFile(),
  sampleFile({ id: 'f2', name: 'ports.pdf', mimetype: 'application/pdf', mode: 'e2e' }),
  ...Array.from({ length: pageSize }, (_, i) => sampleFile({ id: `more-${i}`, name: `more-${i}.csv` })),
];

function renderList(path = '/workspace?folder=d1', directories: DirectoryView[] = [], user = sender) {
  const calls = api.on(routes.files, ({ page = 1, q, type }) => {
    const items = all.filter(({ name }) => (!q || name.includes(q)) && (type !== 'document' || name.endsWith('.pdf')));
    const first = (Number(page) - 1) * pageSize;
    return {
      items: items.slice(first, first + pageSize),
      page: Number(page),
      pageSize,
      total: items.length,
      next: null,
    };
  });
  const asked = api.on(routes.directories, ({ directory }) => ({ items: directory ? [] : directories, next: null }));
  const onDeliver = jest.fn();
  const folder = sampleFolder({ emails: ['ann@ports.example', 'bob@partner.example'] });
  return {
    ...renderRoute(<FileList folder={folder} onDeliver={onDeliver} />, { path, user }),
    calls,
    asked,
    onDeliver,
  };
}

const row = (name: string) => screen.findByRole('button', { name });

describe('file list', () => {
  it('asks for no directories where all files of the folder are at the top level', async () => {
    api.on(routes.files, () => ({ items: [sampleFile()], page: 1, pageSize, total: 1, next: null }));
    const asked = api.on(routes.directories, () => ({ items: [], next: null }));
    renderRoute(<FileList folder={sampleFolder({ count: 1 })} />);
    await row('rates.csv');
    expect(asked).toEqual([]);
  });

  it('shows nothing to search or sort by in an empty folder', async () => {
    api.on(routes.files, () => ({ items: [], page: 1, pageSize, total: 0, next: null }));
    renderRoute(<FileList folder={sampleFolder({ count: 0 })} />);
    expect(await screen.findByText('No files found')).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByText('Sort by')).not.toBeInTheDocument();
  });

  it('selects a directory with those in it, and shows a few of many directories at first', async () => {
    const many = Array.from({ length: 9 }, (_, n) => ({ name: `200${n}`, directory: `export/200${n}` }));
    const calls = api.on(routes.files, ({ q }) => {
      const items = q ? all : [];
      return { items, page: 1, pageSize, total: items.length, next: null };
    });
    api.on(routes.directories, () => ({ items: many, next: null }));
    const { person } = renderRoute(<FileList folder={sampleFolder()} />, { path: '/workspace?directory=export' });
    const group = await screen.findByRole('group', { name: 'Directories' });
    expect(within(group).getAllByRole('button')).toHaveLength(5);
    await person.click(within(group).getByRole('button', { name: 'Show all directories' }));
    expect(within(group).getAllByRole('button')).toHaveLength(many.length + 1);
    await person.click(await screen.findByRole('button', { name: 'Select the whole directory' }));
    expect(await screen.findByText(`${all.length} files selected`)).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ directory: 'export', q: '/' });
  });

  it('searches on the server, shows the filter as a chip and removes it again', async () => {
    const { person, address, calls } = renderList();
    await row('rates.csv');
    await person.type(screen.getByLabelText('Search files or people'), 'ports');
    const chip = await screen.findByRole('button', { name: 'Remove filter Search: ports' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'rates.csv' })).not.toBeInTheDocument());
    expect(address.current).toBe('/workspace?folder=d1&q=ports');
    expect(calls.at(-1)).toMatchObject({ folderId: 'd1', q: 'ports' });

    await person.click(chip);
    await row('rates.csv');
    expect(address.current).toBe('/workspace?folder=d1');
    expect(screen.queryByRole('group', { name: 'Active filters' })).not.toBeInTheDocument();
  });

  it.each([
    ['rates.csv', ['Preview', 'Download', 'Edit', 'Move', 'Replace with new version', 'Versions', 'Delete']],
    ['ports.pdf', ['Preview', 'Edit', 'Versions', 'Delete']],
  ])('offers an uploader for %s what needs no keys of the company', async (name, actions) => {
    useVaultStore.setState({ state: 'none' });
    const { person } = renderList(undefined, [], uploader);
    await person.click(await row(`Actions for ${name}`));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(actions);
  });

  it('tells an uploader without keys that the owner can give them', async () => {
    useVaultStore.setState({ state: 'none' });
    api.on(routes.file, () => ({
      ...all[1]!,
      folderId: 'd1',
      sealed: null,
      url: '',
      previewUrl: null,
      preview: null,
      profile: null,
    }));
    const { person } = renderList(undefined, [], uploader);
    await person.click(await screen.findByRole('checkbox', { name: /ports.pdf/ }));
    expect(screen.queryByRole('button', { name: 'Encrypt' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText(/^You have no access to the end-to-end encrypted files/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'ports.pdf' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'ports.pdf' }));
    expect(await dialog.findByText(/^You have no access to the end-to-end encrypted files/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  });

  it('shows an auditor the details of a file, and nothing that opens or changes one', async () => {
    api.on(routes.file, () => ({
      ...sampleFile(),
      folderId: 'd1',
      sealed: null,
      url: '',
      previewUrl: null,
      preview: null,
      profile: null,
    }));
    const { person } = renderList(undefined, [], auditor);
    await person.click(await row('rates.csv'));
    const details = await screen.findByRole('dialog', { name: 'rates.csv' });
    expect(within(details).getByText('Malware scan')).toBeVisible();
    expect(within(details).queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Actions for rates.csv' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['Versions']);
  });

  it('also finds the people with access', async () => {
    const { person, onDeliver } = renderList('/workspace?folder=d1&q=PORTS');
    const people = within(await screen.findByRole('group', { name: 'People' }));
    expect(people.getByText('ann@ports.example')).toBeVisible();
    expect(people.queryByText('bob@partner.example')).not.toBeInTheDocument();
    await person.click(people.getByRole('button', { name: 'Show access' }));
    expect(onDeliver).toHaveBeenCalled();
  });

  it('starts with the filters and the page of the address', async () => {
    const { address, calls, person } = renderList('/workspace?folder=d1&page=2');
    await row('more-4.csv');
    expect(screen.getByText(`Showing 6-7 of 7 files`)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Previous page' }));
    await row('rates.csv');
    expect(address.current).toBe('/workspace?folder=d1');
    // the next page is asked for again once it is stale
    expect(calls.map(({ page }) => Number(page)).slice(0, 2)).toEqual([2, 1]);
  });

  it('has the next page before it is asked for', async () => {
    const { calls, person } = renderList();
    await row('rates.csv');
    await waitFor(() => expect(calls.map(({ page }) => Number(page))).toEqual([1, 2]));
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByRole('button', { name: 'more-4.csv' })).toBeVisible();
  });

  it('offers to clear the filters when nothing matches', async () => {
    const { person, address } = renderList('/workspace?folder=d1&q=nothing');
    expect(await screen.findByText('No matching files')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    await row('rates.csv');
    expect(address.current).toBe('/workspace?folder=d1');
  });

  it('deletes the selected files of several pages and offers to undo it', async () => {
    const deleted = api.on(routes.deleteFiles, () => ({ message: 'Deleted' }));
    const restored = api.on(routes.restore, () => ({ files: [] }));
    const { person } = renderList();
    await row('rates.csv');
    await person.click(screen.getByRole('checkbox', { name: /rates\.csv/ }));
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await row('more-4.csv');
    await person.click(screen.getByRole('checkbox', { name: /more-4\.csv/ }));
    const bar = within(screen.getByRole('toolbar', { name: 'Selected files' }));
    expect(bar.getByText('2 files selected')).toBeVisible();
    await person.click(bar.getByRole('button', { name: /Delete$/ }));
    await waitFor(() => expect(deleted).toEqual([{ fileIds: ['f1', 'more-4'] }]));
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(restored).toEqual([{ fileIds: ['f1', 'more-4'] }]));
  });

  it('opens directories, leads back, and searches below the open one', async () => {
    const { person, address, calls, asked } = renderList(undefined, [{ name: '2026', directory: '2026' }]);
    await person.click(await screen.findByRole('button', { name: '2026' }));
    expect(address.current).toBe('/workspace?folder=d1&directory=2026');
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ folderId: 'd1', directory: '2026' }));
    const way = within(await screen.findByRole('navigation', { name: 'Directory' }));
    expect(way.getByText('2026')).toHaveAttribute('aria-current', 'page');
    expect(asked.at(-1)).toMatchObject({ directory: '2026' });
    await person.type(screen.getByLabelText('Search files or people'), 'rates');
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ q: 'rates', directory: '2026' }));
    await person.click(await screen.findByRole('button', { name: 'Remove filter Search: rates' }));
    await person.click(await screen.findByRole('button', { name: 'Freight' }));
    expect(address.current).toBe('/workspace?folder=d1');
  });
});
