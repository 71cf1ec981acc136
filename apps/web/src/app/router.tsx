import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, ScrollRestoration, type RouteObject } from 'react-router-dom';
import { FullScreenBusy } from '../ui/feedback/full-screen-busy';
import { AdminOnly, CompanyGate, GuestOnly, RequireAuth, SenderOnly } from './guards';
import { PageTitle, type PageHandle } from './page-title';
import { RouteError } from './route-error';
import { SessionWatch } from './session-watch';
import { SignedIn } from './signed-in';
import '../vault/session-end';
import { t } from '../i18n/t';

const titled = (title: string): PageHandle => ({ title });

/** A screen that is loaded on its first visit. */
const page = (path: string, title: string, load: () => Promise<{ default: ComponentType }>) => ({
  path,
  handle: titled(title),
  lazy: async () => ({ Component: (await load()).default }),
});

/** What surrounds the screens of signed-in people; the sign-in does not wait for it. */
const appLayout = async () => ({ Component: (await import('./layout/signed-in-layout')).SignedInLayout });
const authLayout = async () => ({ Component: (await import('./layout/auth-layout')).AuthLayout });
const plainLayout = async () => ({ Component: (await import('./layout/plain-layout')).PlainLayout });

/** Keeps what surrounds a page that cannot be shown. A page's own boundary is not used while the page has not loaded. */
const bounded = (children: RouteObject[]) => [{ errorElement: <RouteError />, children }];

function Root() {
  return (
    <>
      <PageTitle />
      <SessionWatch />
      <SignedIn />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <FullScreenBusy title={t('Loading...')} isLate />,
    children: [
      {
        element: <GuestOnly />,
        children: [
          {
            lazy: authLayout,
            children: bounded([
              page('/login', t('Sign in'), () => import('../features/login/login.page')),
              page('/receiver/login', t('Receiver sign in'), () => import('../features/login/receiver-login.page')),
              page('/signup', t('Sign up'), () => import('../features/signup/signup.page')),
              page('/receiver/signup', t('Receiver sign up'), () => import('../features/signup/receiver-signup.page')),
              page('/check-email', t('Check your email'), () => import('../features/signup/check-email.page')),
              page(
                '/email-verified',
                t('Email verified'),
                () => import('../features/password-reset/email-verified.page'),
              ),
              page(
                '/two-step-setup',
                t('Set up two-step sign-in'),
                () => import('../features/security/two-step-setup.page'),
              ),
              page(
                '/password-reset',
                t('Reset Password'),
                () => import('../features/password-reset/password-reset.page'),
              ),
              page(
                '/otp-password-verification',
                t('Enter the code'),
                () => import('../features/password-reset/reset-code.page'),
              ),
              page(
                '/reset-password',
                t('Set new password'),
                () => import('../features/password-reset/new-password.page'),
              ),
            ]),
          },
          page('/signup-details', t('Company Details'), () => import('../features/company/onboarding.page')),
        ],
      },
      {
        element: <RequireAuth />,
        children: [
          {
            lazy: plainLayout,
            children: bounded([
              page('/dashboard', t('Your files'), () => import('../features/transfers/download/download.page')),
              page('/transfers/:id/receipt', t('Receipt'), () => import('../features/transfers/details/receipt.page')),
            ]),
          },
          {
            element: <CompanyGate />,
            children: [
              {
                lazy: appLayout,
                children: bounded([
                  page('/', t('Dashboard'), () => import('./home.page')),
                  page('/profile', t('Settings'), () => import('./profile.page')),
                  page(
                    '/profile/webhooks/:id',
                    t('Webhook deliveries'),
                    () => import('../features/webhooks/deliveries.page'),
                  ),
                  page('/my-requests', t('My Requests'), () => import('../features/requests/my-requests.page')),
                  page(
                    '/my-transfers',
                    t('My Transfers'),
                    () => import('../features/transfers/list/my-transfers.page'),
                  ),
                  page(
                    '/accept-invitation',
                    t('Accept Invitation'),
                    () => import('../features/partners/accept-invitation.page'),
                  ),
                  page('/share-folders', t('Share with you'), () => import('../features/receiver/share-folders.page')),
                  page('/requests/:id', t('Request'), () => import('../features/requests/request.page')),
                  page('/transfers/:id', t('Transfer'), () => import('../features/transfers/details/transfer.page')),
                  page('/logs', t('All Logs'), () => import('../features/logs/logs.page')),
                  {
                    element: <SenderOnly />,
                    children: [
                      page('/kyc-approval', t('Business Registration'), () => import('../features/kyc/kyc.page')),
                      page('/workspace', t('Workspace'), () => import('../features/workspace/workspace.page')),
                      page('/send', t('Send files'), () => import('../features/workspace/send/send.page')),
                      page('/requests', t('Request Management'), () => import('../features/requests/requests.page')),
                      page('/transfers', t('Transfers'), () => import('../features/transfers/list/transfers.page')),
                      page('/invitations', t('Invitations'), () => import('../features/partners/invitations.page')),
                    ],
                  },
                  {
                    element: <AdminOnly />,
                    children: [
                      page('/admin', t('Review queue'), () => import('../features/admin/queue.page')),
                      page('/admin/cases/:id', t('Review'), () => import('../features/admin/case.page')),
                      page('/admin/people', t('Companies and people'), () => import('../features/admin/people.page')),
                      page('/admin/limits', t('Limits reached'), () => import('../features/admin/limits.page')),
                      page('/admin/audit', t('Audit log'), () => import('../features/admin/audit.page')),
                    ],
                  },
                ]),
              },
            ],
          },
        ],
      },
      {
        lazy: plainLayout,
        children: bounded([
          page('/terms', t('Terms'), () => import('../features/site/terms.page')),
          page('/privacy', t('Privacy'), () => import('../features/site/privacy.page')),
          page('/help', t('Help'), () => import('../features/site/help.page')),
          page('/status', t('Status'), () => import('../features/site/status.page')),
        ]),
      },
      { lazy: plainLayout, children: bounded([page('*', t('Page not found'), () => import('./not-found.page'))]) },
    ],
  },
]);
