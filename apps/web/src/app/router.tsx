import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, ScrollRestoration } from 'react-router-dom';
import { FullScreenBusy } from '../ui/feedback/full-screen-busy';
import { AdminOnly, CompanyGate, GuestOnly, RequireAuth, SenderOnly } from './guards';
import { AppLayout } from './layout/app-layout';
import { AuthLayout } from './layout/auth-layout';
import { PlainLayout } from './layout/plain-layout';
import { Live } from './live';
import { RouteError } from './route-error';
import { SessionEnding } from './session-ending';
import { SessionWatch } from './session-watch';
import { OwnVault } from './vault';

/** A screen that is loaded on its first visit. */
const page = (path: string, load: () => Promise<{ default: ComponentType }>) => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

function Root() {
  return (
    <>
      <SessionWatch />
      <SessionEnding />
      <Live />
      <OwnVault />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <FullScreenBusy title="Loading..." />,
    children: [
      {
        element: <GuestOnly />,
        children: [
          {
            element: <AuthLayout />,
            children: [
              page('/login', () => import('../features/login/login.page')),
              page('/receiver/login', () => import('../features/login/receiver-login.page')),
              page('/signup', () => import('../features/signup/signup.page')),
              page('/receiver/signup', () => import('../features/signup/receiver-signup.page')),
              page('/check-email', () => import('../features/signup/check-email.page')),
              page('/email-verified', () => import('../features/password-reset/email-verified.page')),
              page('/two-step-setup', () => import('../features/security/two-step-setup.page')),
              page('/password-reset', () => import('../features/password-reset/password-reset.page')),
              page('/otp-password-verification', () => import('../features/password-reset/reset-code.page')),
              page('/reset-password', () => import('../features/password-reset/new-password.page')),
            ],
          },
          page('/signup-details', () => import('../features/company/onboarding.page')),
        ],
      },
      {
        element: <RequireAuth />,
        children: [
          {
            element: <PlainLayout />,
            children: [page('/dashboard', () => import('../features/transfers/download/download.page'))],
          },
          {
            element: <CompanyGate />,
            children: [
              {
                element: <AppLayout />,
                children: [
                  page('/', () => import('./home.page')),
                  page('/profile', () => import('./profile.page')),
                  page('/profile/webhooks/:id', () => import('../features/webhooks/deliveries.page')),
                  page('/my-requests', () => import('../features/requests/my-requests.page')),
                  page('/my-transfers', () => import('../features/transfers/list/my-transfers.page')),
                  page('/accept-invitation', () => import('../features/partners/accept-invitation.page')),
                  page('/share-folders', () => import('../features/receiver/share-folders.page')),
                  page('/logs', () => import('../features/logs/logs.page')),
                  {
                    element: <SenderOnly />,
                    children: [
                      page('/kyc-approval', () => import('../features/kyc/kyc.page')),
                      page('/workspace', () => import('../features/workspace/workspace.page')),
                      page('/requests', () => import('../features/requests/requests.page')),
                      page('/transfers', () => import('../features/transfers/list/transfers.page')),
                      page('/invitations', () => import('../features/partners/invitations.page')),
                    ],
                  },
                  {
                    element: <AdminOnly />,
                    children: [
                      page('/admin', () => import('../features/admin/queue.page')),
                      page('/admin/cases/:id', () => import('../features/admin/case.page')),
                      page('/admin/people', () => import('../features/admin/people.page')),
                      page('/admin/limits', () => import('../features/admin/limits.page')),
                      page('/admin/audit', () => import('../features/admin/audit.page')),
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      { element: <PlainLayout />, children: [page('*', () => import('./not-found.page'))] },
    ],
  },
]);
