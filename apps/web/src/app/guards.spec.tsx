import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Route, RouterProvider, Routes, useSearchParams } from 'react-router-dom';
import { auditor, renderRoute, sender } from '../test/render';
import { signOut } from '../session/auth.store';
import { Providers } from './providers';
import { GuestOnly, RequireAuth, SenderOnly } from './guards';

const screens = (
  <Routes>
    <Route path="/" element={<h1>Start</h1>} />
    <Route element={<SenderOnly />}>
      <Route path="/workspace" element={<h1>Folders</h1>} />
    </Route>
  </Routes>
);

test("a receiver is redirected from a sender's screen to the start page", () => {
  renderRoute(screens, { path: '/workspace', user: { ...sender, userType: 'receiver' } });
  expect(screen.getByRole('heading', { name: 'Start' })).toBeVisible();
});

test('a sender stays', () => {
  renderRoute(screens, { path: '/workspace' });
  expect(screen.getByRole('heading', { name: 'Folders' })).toBeVisible();
});

test.each(['/send', '/share-folders', '/profile/webhooks/w1'])('an auditor is redirected from %s', (path) => {
  renderRoute(
    <Routes>
      <Route element={<RequireAuth />}>
        <Route path="/" element={<h1>Start</h1>} />
        <Route path="*" element={<h1>Not for auditors</h1>} />
      </Route>
    </Routes>,
    { path, user: auditor },
  );
  expect(screen.getByRole('heading', { name: 'Start' })).toBeVisible();
});

test.each([
  ['/receiver/signup?email=rita%40reader.example', 'Invitations for rita@reader.example'],
  ['/receiver/signup', 'Start'],
])('a signed-in person who opens %s gets to %s', (path, heading) => {
  const Invitations = () => <h1>Invitations for {useSearchParams()[0].get('email')}</h1>;
  renderRoute(
    <Routes>
      <Route path="/" element={<h1>Start</h1>} />
      <Route path="/accept-invitation" element={<Invitations />} />
      <Route element={<GuestOnly />}>
        <Route path="/receiver/signup" element={<h1>Sign up</h1>} />
      </Route>
    </Routes>,
    { path },
  );
  expect(screen.getByRole('heading', { name: heading })).toBeVisible();
});

test('a guest who goes back during the redirect still gets to the sign-in', async () => {
  signOut();
  let load = (_: { Component: () => React.ReactNode }) => {};
  const router = createMemoryRouter(
    [
      { path: '/login', lazy: () => new Promise((resolve) => (load = resolve)) },
      {
        element: <RequireAuth />,
        children: ['/logs', '/transfers'].map((path) => ({ path, element: <h1>Secret</h1> })),
      },
    ],
    { initialEntries: ['/logs', '/transfers'], initialIndex: 1 },
  );
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  expect(router.state.navigation.location?.pathname).toBe('/login');
  await act(() => router.navigate(-1));
  expect(router.state.navigation.location?.pathname).toBe('/login');
  await act(async () => load({ Component: () => <h1>Sign in</h1> }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});
