import { act, screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import type { FolderView } from '@tradepost/contracts/storage';
import { useState } from 'react';
import { FakeApi } from '../../../test/fake-api';
import { renderRoute } from '../../../test/render';
import { sampleFolder } from '../../../test/samples';
import { FolderDialogs } from './folder-dialogs';
import { FolderSection } from './folder-section';

const api = new FakeApi();
const [freight, ports] = [sampleFolder(), sampleFolder({ id: 'd2', name: 'Ports' })];
const pinned = (folder: FolderView) => ({ ...folder, pinnedAt: '2026-11-22T10:00:00.000Z' });

/** As in the layout of the app: turning the screen replaces the sidebar. */
function Sidebars() {
  const [isTurned, setTurned] = useState(false);
  return (
    <>
      <FolderSection key={String(isTurned)} />
      <FolderDialogs />
      <button type="button" hidden onClick={() => setTurned(true)}>
        Turn
      </button>
    </>
  );
}

function renderFolders(first: FolderView[]) {
  let folders = first;
  api.on(routes.folders, () => folders);
  return { ...renderRoute(<Sidebars />), answerWith: (next: FolderView[]) => (folders = next) };
}

const row = async (name: string) =>
  within((await screen.findByRole('button', { name: `Actions for ${name}` })).closest('li')!);
const names = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('link').title);

describe('folder section', () => {
  it('creates one folder although Save is clicked twice before it is busy', async () => {
    const { person } = renderFolders([freight]);
    const calls = api.on(routes.createFolder, (sent) => ({ ...ports, ...sent }) as FolderView);
    await person.click(await screen.findByRole('button', { name: 'Add a folder' }));
    await person.type(await screen.findByLabelText('Folder name'), 'Ports');
    const save = screen.getByRole('button', { name: 'Save', hidden: true });
    act(() => {
      save.click();
      save.click();
    });
    expect(await screen.findByText('The folder was created.')).toBeVisible();
    expect(calls).toEqual([{ name: 'Ports', id: expect.any(String) }]);
  });

  it('scrolls to the open folder where the list is longer than its place', async () => {
    const many = Array.from({ length: 9 }, (_, n) => sampleFolder({ id: `m${n}`, name: `Folder ${n}` }));
    api.on(routes.folders, () => many);
    const rows = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.hasAttribute('aria-current')
        ? ({ top: 260, bottom: 292 } as DOMRect)
        : ({ top: 0, bottom: 221 } as DOMRect);
    });
    renderRoute(<FolderSection />, { path: '/workspace?folder=m8' });
    const open = await screen.findByRole('link', { name: /^Folder 8/, current: 'page' });
    expect(open.closest('ul')?.parentElement?.scrollTop).toBe(71);
    rows.mockRestore();
  });

  it('keeps an open dialog with what was typed while the screen is turned', async () => {
    const { person } = renderFolders([freight]);
    await person.click(await screen.findByRole('button', { name: 'Add a folder' }));
    await person.type(await screen.findByLabelText('Folder name'), 'Ports');
    act(() => screen.getByText('Turn').click());
    expect(screen.getByLabelText('Folder name')).toHaveValue('Ports');
  });

  it('uses no folder that the server names instead of the new one', async () => {
    const { person } = renderFolders([freight]);
    api.on(routes.createFolder, () => freight);
    await person.click(await screen.findByRole('button', { name: 'Add a folder' }));
    await person.type(await screen.findByLabelText('Folder name'), 'Ports');
    await person.click(screen.getByRole('button', { name: 'Save', hidden: true }));
    const reason = 'The server answered with another folder than Ports. Nothing was put into it.';
    expect((await screen.findAllByText(reason))[0]).toBeVisible();
    expect(screen.queryByText('The folder was created.')).not.toBeInTheDocument();
  });

  it('pins a folder to the top and shows its pin', async () => {
    const { person, answerWith } = renderFolders([freight, ports]);
    const calls = api.on(routes.pinFolder, () => {
      answerWith([pinned(ports), freight]);
      return pinned(ports);
    });
    await person.click((await row('Ports')).getByRole('button', { name: 'Actions for Ports' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Pin to top' }));
    expect(await screen.findByRole('img', { name: 'Pinned' })).toBeVisible();
    expect(calls).toEqual([{ id: 'd2' }]);
    expect(names()).toEqual(['Ports', 'Freight']);
    expect((await row('Ports')).getByRole('img', { name: 'Pinned' })).toBeVisible();
    expect((await row('Freight')).queryByRole('img', { name: 'Pinned' })).not.toBeInTheDocument();
  });

  it('unpins a pinned folder', async () => {
    const { person, answerWith } = renderFolders([pinned(ports), freight]);
    const calls = api.on(routes.unpinFolder, () => {
      answerWith([freight, ports]);
      return ports;
    });
    await person.click((await row('Ports')).getByRole('button', { name: 'Actions for Ports' }));
    const unpin = await screen.findByRole('menuitem', { name: 'Unpin' });
    expect(screen.queryByRole('menuitem', { name: 'Pin to top' })).not.toBeInTheDocument();
    await person.click(unpin);
    await waitFor(() => expect(names()).toEqual(['Freight', 'Ports']));
    expect(calls).toEqual([{ id: 'd2' }]);
    expect(screen.queryByRole('img', { name: 'Pinned' })).not.toBeInTheDocument();
  });

  it('says why a folder was not pinned', async () => {
    const { person } = renderFolders([freight]);
    api.on(routes.pinFolder, () => {
      throw new AppError('NOT_FOUND');
    });
    await person.click((await row('Freight')).getByRole('button', { name: 'Actions for Freight' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Pin to top' }));
    expect(await screen.findByText('The folder was not pinned')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Pinned' })).not.toBeInTheDocument();
  });
});
