import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { Providers } from '../providers';
import { router } from '../router';
import type { PageHandle } from '../page-title';
import { setShortcutsOn } from '../../ui/layout/keyboard';
import { HelpButton } from './help-button';
import texts from './texts/en.json';

// it clears the browser's store of keys, which jsdom does not have
jest.mock('../../vault/session-end', () => ({}));

const pagesOf = (routes: RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [...(route.path ? [route] : []), ...pagesOf(route.children ?? [])]);

function renderButton(onShowKeys?: () => void) {
  const handle: PageHandle = { title: 'Workspace', help: 'workspace' };
  const routes = [{ path: '/', handle, element: <HelpButton {...(onShowKeys && { onShowKeys })} /> }];
  render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <Providers>
        <RouterProvider router={createMemoryRouter(routes)} />
      </Providers>
    </ConfigProvider>,
  );
  return userEvent.setup({ delay: null });
}

const button = () => screen.getByRole('button', { name: 'Help' });

it.each(pagesOf(router.routes).map(({ path, handle }) => [path, handle as PageHandle | undefined]))(
  'the screen at %s has a help text',
  (_path, handle) => expect(texts[handle!.help].tasks).not.toHaveLength(0),
);

it('opens with the key that it names, says what the screen is for, and gives the focus back', async () => {
  const person = renderButton();
  expect(button()).toHaveAttribute('title', 'Help (H)');
  await person.keyboard('h');
  const panel = await screen.findByRole('dialog', { name: 'Help: Workspace' });
  expect(panel).toHaveTextContent(/Your folders and files\..*Choose Add a folder for each topic/);
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
});

it('stays closed while shortcuts are off', async () => {
  setShortcutsOn(false);
  try {
    const person = renderButton();
    await person.keyboard('h');
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(button());
    expect(await screen.findByRole('dialog')).toBeVisible();
  } finally {
    setShortcutsOn(true);
  }
});

it('leads to the list of shortcuts', async () => {
  const onShowKeys = jest.fn();
  const person = renderButton(onShowKeys);
  await person.click(button());
  await person.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
  expect(onShowKeys).toHaveBeenCalledTimes(1);
});
