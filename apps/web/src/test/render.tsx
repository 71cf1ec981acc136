import type { User } from '@tradepost/contracts/identity';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation, type RouteObject } from 'react-router-dom';
import { Providers } from '../app/providers';
import { signIn } from '../session/auth.store';
import { Questions } from '../ui/question/questions';

export const sender: User = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'sam@sender.example',
  firstName: 'Sam',
  lastName: 'Sender',
  companyName: 'Sender Ltd',
  companyId: '22222222-2222-4222-8222-222222222222',
  userType: 'sender',
  roles: ['owner'],
  kycStatus: 'Approved',
  totalStorage: 0,
};

export const auditor: User = { ...sender, roles: ['auditor'] };
export const manager: User = { ...sender, id: '44444444-4444-4444-8444-444444444444', roles: ['manager'] };
export const uploader: User = { ...sender, id: '55555555-5555-4555-8555-555555555555', roles: ['uploader'] };
export const downloader: User = { ...sender, id: '66666666-6666-4666-8666-666666666666', roles: ['downloader'] };
export const approver: User = { ...sender, id: '33333333-3333-4333-8333-333333333333', roles: ['approver'] };

interface RouteOptions {
  /** Address of the page, with its query. */
  path?: string;
  user?: User;
}

/**
 * Renders a screen of a signed-in user as the app does: same theme, queries, messages and router.
 * antd writes no style sheets, because jsdom evaluates all of them for each query by role.
 */
export function renderRoute(screen: ReactNode, { path = '/', user = sender }: RouteOptions = {}) {
  signIn({ token: 'token', user });
  const address: Address = { current: path, state: null };
  const view = renderInApp(
    <MemoryRouter initialEntries={[path]}>
      {screen}
      <Questions />
      <AddressWatch onChange={(next) => Object.assign(address, next)} />
    </MemoryRouter>,
  );
  return { ...view, address, person: userEvent.setup({ delay: null }) };
}

/** As `renderRoute`, for screens that lead to each other or ask before they are left. The person came to the last of `visited` through the others. */
export function renderPages(pages: RouteObject[], { visited, user = sender }: { visited: string[]; user?: User }) {
  signIn({ token: 'token', user });
  const router = createMemoryRouter(pages, { initialEntries: visited });
  const view = renderInApp(
    <>
      <RouterProvider router={router} />
      <Questions />
    </>,
  );
  return { ...view, router, person: userEvent.setup({ delay: null }) };
}

const renderInApp = (screens: ReactNode) =>
  render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <Providers>{screens}</Providers>
    </ConfigProvider>,
  );

interface Address {
  current: string;
  state: unknown;
}

function AddressWatch({ onChange }: { onChange: (address: Address) => void }) {
  const { pathname, search, state } = useLocation() as Pick<Location, 'pathname' | 'search'> & { state: unknown };
  onChange({ current: pathname + search, state });
  return null;
}
