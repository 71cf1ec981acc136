import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { OfflineNotice } from './layout/offline-notice';
import { PageTitle } from './page-title';
import { RouteError } from './route-error';

afterEach(() => onlineManager.setOnline(true));

function Shell() {
  return (
    <>
      <PageTitle />
      <OfflineNotice />
      <Outlet />
    </>
  );
}

test('a page that cannot load without a network leaves the screens around it and says so', async () => {
  onlineManager.setOnline(false);
  const logs = {
    path: '/logs',
    handle: { title: 'All Logs' },
    lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  };
  const pages = { errorElement: <RouteError />, children: [{ path: '/', element: 'Home' }, logs] };
  const router = createMemoryRouter([{ element: <Shell />, children: [pages] }]);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate('/logs'));
  expect(await screen.findByText("You're offline")).toBeVisible();
  expect(screen.getByText(/^You're offline\. This page shows what was loaded before/)).toBeVisible();
  expect(screen.queryByText(/dynamically imported/)).not.toBeInTheDocument();
  expect(document.title).toBe('All Logs · Tradepost');
});

test('a page that lacks a script since a new version came says so in plain words', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module');
  const pages = { path: '/', errorElement: <RouteError />, lazy: () => Promise.reject(error) };
  render(<RouterProvider router={createMemoryRouter([pages])} />);
  expect(await screen.findByText('There may be a newer version of it. Retry loads it.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.queryByText(/dynamically imported/)).not.toBeInTheDocument();
});
