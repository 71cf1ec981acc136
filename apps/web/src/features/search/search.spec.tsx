import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { FoundRequest } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { FoundFile } from '@tradepost/contracts/storage';
import { axe } from 'jest-axe';
import { signOut, useAuth } from '../../session/auth.store';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { SearchButton } from './search-button';
import { splitAt } from './hits';

const api = new FakeApi();
const file = (changed: Partial<FoundFile> = {}): FoundFile => ({
  id: 'f1',
  name: 'Port prices.csv',
  mimeType: 'text/csv',
  size: 10,
  folderId: 'd1',
  folderName: 'Freight',
  companyName: null,
  ...changed,
});
const folder = { id: 'd1', name: 'Ports', count: 1, companyName: null };
const partner = {
  id: 'i1',
  role: 'invited',
  email: 'rita@port.example',
  companyName: null,
  status: 'pending',
} as const;
const request: FoundRequest = {
  id: 'r1',
  role: 'sender',
  companyName: 'Port Authority',
  receiverEmail: 'rita@port.example',
  status: 'pending',
  createdAt: '2026-11-22T10:00:00.000Z',
  files: 2,
  fileNames: ['a.csv', 'b.csv'],
};

function answers(files = [file()]) {
  const asked = api.on(routes.searchWorkspace, () => ({ folders: [folder], files }));
  api.on(routes.searchPartners, () => ({ partners: [partner] }));
  api.on(routes.searchRequests, () => ({ requests: [request] }));
  return asked;
}

async function openSearch() {
  const view = renderRoute(<SearchButton isWide />, { path: '/logs' });
  await view.person.keyboard('{Control>}k{/Control}');
  return { ...view, box: await screen.findByRole('combobox', { name: /Search folders/ }) };
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('search', () => {
  it('opens with Ctrl-K, groups the results, and opens the chosen one by keyboard', async () => {
    const asked = answers();
    const { person, box, address } = await openSearch();
    expect(await screen.findByText('Search everything')).toBeVisible();
    await person.type(box, 'port');
    await waitFor(() => expect(options()).toHaveLength(4));
    expect(asked).toEqual([{ q: 'port' }]);
    for (const name of ['Folders', 'Files', 'Partners', 'Requests'])
      expect(within(screen.getByRole('group', { name })).getAllByRole('option')).toHaveLength(1);
    expect(await screen.findByText('4 results')).toBeInTheDocument();
    expect(await axe(screen.getByRole('dialog'))).toHaveNoViolations();

    expect(box).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]!.id);
    await person.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Port prices.csv');
    await person.keyboard('{Enter}');
    expect(address.current).toBe('/workspace?folder=d1&file=f1');
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
  });

  it('finds what is typed before its field is there, and gives these keys to nothing else', async () => {
    answers();
    const shortcut = jest.fn();
    renderRoute(
      <>
        <SearchButton isWide />
        <input aria-label="Other field" />
      </>,
      { path: '/logs' },
    );
    const other = screen.getByRole('textbox', { name: 'Other field' });
    other.focus();
    // in one go: nothing is loaded or focused in between
    fireEvent.keyDown(other, { key: 'k', ctrlKey: true });
    addEventListener('keydown', shortcut);
    const isPassedOn = [...'por', 'z', 'Backspace', 't', 'Enter'].map((key) => fireEvent.keyDown(other, { key }));
    removeEventListener('keydown', shortcut);
    expect(isPassedOn).not.toContain(true);
    expect(shortcut).not.toHaveBeenCalled();
    expect(await screen.findByRole('combobox', { name: /Search folders/ })).toHaveValue('port');
    await waitFor(() => expect(options()).toHaveLength(4));
  });

  it('is closed by Escape before its field is there, and opens empty afterwards', async () => {
    const { person } = renderRoute(<SearchButton isWide />, { path: '/logs' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['p', 'o', 'Escape']) fireEvent.keyDown(document.body, { key });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await person.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: /Search folders/ })).toHaveValue('');
  });

  it('links each result to its item', async () => {
    answers([file(), file({ id: 'f2', folderId: 'd2', companyName: 'Maersk' })]);
    const { person, box } = await openSearch();
    await person.type(box, 'port');
    await waitFor(() => expect(options()).toHaveLength(5));
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('href'))).toEqual([
      '/workspace?folder=d1',
      '/workspace?folder=d1&file=f1',
      '/share-folders?folder=d2&file=f2',
      '/invitations?q=rita%40port.example',
      '/requests/r1',
    ]);
  });

  it('remembers opened items until the person signs out', async () => {
    answers();
    const { person, box } = await openSearch();
    await person.type(box, 'port');
    await person.click(await screen.findByRole('option', { name: /Ports/ }));
    await person.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('group', { name: 'Opened last' })).toBeVisible();
    expect(options()).toEqual(['Ports1 file']);
    signOut();
    expect(localStorage.getItem('recent-searches')).not.toContain('Ports');
  });

  it('does not show items that another person opened on this device', async () => {
    answers();
    const { person, box } = await openSearch();
    await person.type(box, 'port');
    await person.click(await screen.findByRole('option', { name: /Ports/ }));
    act(() => useAuth.setState(({ user }) => ({ user: user && { ...user, id: 'another' } })));
    await person.keyboard('{Control>}k{/Control}');
    expect(await screen.findByText('Search everything')).toBeVisible();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  it('says that nothing was found', async () => {
    api.on(routes.searchWorkspace, () => ({ folders: [], files: [] }));
    api.on(routes.searchPartners, () => ({ partners: [] }));
    api.on(routes.searchRequests, () => ({ requests: [] }));
    const { person, box } = await openSearch();
    await person.type(box, 'nowhere');
    expect(await screen.findByText('Nothing found for “nowhere”')).toBeVisible();
  });

  it('shows the other results when one service fails, and asks only that service again', async () => {
    const asked = answers();
    let isDown = true;
    api.on(routes.searchRequests, () => {
      if (isDown) throw new AppError('TOO_MANY', { message: 'Too many searches run at once.' });
      return { requests: [request] };
    });
    const { person, box } = await openSearch();
    await person.type(box, 'port');
    expect(await screen.findByText(/^Requests could not be searched: Too many/)).toBeVisible();
    await waitFor(() => expect(options()).toHaveLength(3));
    isDown = false;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(options()).toHaveLength(4));
    expect(asked).toHaveLength(1);
  });
});

it('splits a text at its match', () => {
  expect(splitAt('Port PRICES', 'pri')).toEqual(['Port ', 'PRI', 'CES']);
  expect(splitAt('All résumés', 'resume')).toEqual(['All ', 'résumé', 's']);
  expect(splitAt('Cafe\u0301 crème', 'CAFÉ')).toEqual(['', 'Café', ' crème']);
  expect(splitAt('Port', 'x')).toEqual(['Port', '', '']);
});
