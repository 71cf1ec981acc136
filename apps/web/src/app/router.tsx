import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, ScrollRestoration, type RouteObject } from 'react-router-dom';
import { FullScreenBusy } from '../ui/busy/full-screen-busy';
import { AdminOnly, CompanyGate, GuestOnly, RequireAuth, SenderOnly } from './guards';
import type { HelpTopic } from './help/topic';
import { PageTitle, type PageHandle } from './page-title';
import { withAllStyles, withFrameStyles } from '../ui/layout/all-styles';
import { RouteError } from './route-error';
import { SessionWatch } from './session/session-watch';
import { SignedIn } from './session/signed-in';
import { nameKnown } from './theme/branding';
import '../vault/session-end';
import { t } from '../i18n/t';

/** Pages that people open with an empty browser cache. */
const firstScreens = ['/login', '/receiver/login', '/dashboard'];
/** site/screens.ts has the same. */
const frameScreens = ['/workspace', '/share-folders'];

function styled<T>(path: string, screen: Promise<T>): Promise<T> {
  if (firstScreens.includes(path)) return screen;
  return frameScreens.includes(path) ? withFrameStyles(screen) : withAllStyles(screen);
}

/** A screen that is loaded on its first visit. */
const page = (path: string, title: string, help: HelpTopic, load: () => Promise<{ default: ComponentType }>) => ({
  path,
  handle: { title, help } satisfies PageHandle,
  lazy: async () => {
    await nameKnown();
    return { Component: (await styled(path, load())).default };
  },
});

/** What surrounds the screens of signed-in people; the sign-in does not wait for it. */
const appLayout = async () => ({
  Component: (await withFrameStyles(import('./layout/signed-in-layout'))).SignedInLayout,
});
const authLayout = async () => ({ Component: (await import('./guest-parts')).AuthLayout });
const plainLayout = async () => ({ Component: (await import('./first-parts')).PlainLayout });

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
              page('/login', t('Sign in'), 'signIn', async () => ({
                default: (await import('./guest-parts')).LoginPage,
              })),
              page('/receiver/login', t('Receiver sign in'), 'signIn', async () => ({
                default: (await import('./guest-parts')).ReceiverLoginPage,
              })),
              page('/sso', t('Sign in with your company'), 'signIn', () => import('../features/sso/start.page')),
              page('/signup', t('Sign up'), 'signUp', () => import('../features/signup/signup.page')),
              page(
                '/receiver/signup',
                t('Receiver sign up'),
                'signUp',
                () => import('../features/signup/receiver-signup.page'),
              ),
              page(
                '/check-email',
                t('Check your email'),
                'signUp',
                () => import('../features/signup/check-email.page'),
              ),
              page(
                '/email-verified',
                t('Email verified'),
                'signUp',
                () => import('../features/password-reset/email-verified.page'),
              ),
              page(
                '/two-step-setup',
                t('Set up two-step sign-in'),
                'twoStep',
                () => import('../features/security/two-step-setup.page'),
              ),
              page(
                '/password-reset',
                t('Reset Password'),
                'resetPassword',
                () => import('../features/password-reset/password-reset.page'),
              ),
              page(
                '/otp-password-verification',
                t('Enter the code'),
                'resetPassword',
                () => import('../features/password-reset/reset-code.page'),
              ),
              page(
                '/reset-password',
                t('Set new password'),
                'resetPassword',
                () => import('../features/password-reset/new-password.page'),
              ),
            ]),
          },
          page('/signup-details', t('Company Details'), 'company', () => import('../features/company/onboarding.page')),
        ],
      },
      {
        // also for who links an account, and is signed in
        lazy: authLayout,
        children: bounded([
          page(
            '/sso/:companyId',
            t('Sign in with your company'),
            'signIn',
            () => import('../features/sso/return.page'),
          ),
        ]),
      },
      {
        element: <RequireAuth />,
        children: [
          {
            lazy: plainLayout,
            children: bounded([
              page('/dashboard', t('Your files'), 'download', async () => ({
                default: (await import('./first-parts')).DownloadPage,
              })),
              page(
                '/transfers/:id/receipt',
                t('Receipt'),
                'receipt',
                () => import('../features/transfers/details/receipt.page'),
              ),
            ]),
          },
          {
            element: <CompanyGate />,
            children: [
              {
                lazy: appLayout,
                children: bounded([
                  page('/', t('Dashboard'), 'dashboard', () => import('./home.page')),
                  page('/profile', t('Settings'), 'settings', () => import('./profile/profile.page')),
                  page(
                    '/profile/webhooks/:id',
                    t('Webhook deliveries'),
                    'webhookDeliveries',
                    () => import('../features/webhooks/deliveries.page'),
                  ),
                  page(
                    '/my-requests',
                    t('My Requests'),
                    'myRequests',
                    () => import('../features/requests/my-requests.page'),
                  ),
                  page(
                    '/my-transfers',
                    t('My Transfers'),
                    'myTransfers',
                    () => import('../features/transfers/list/my-transfers.page'),
                  ),
                  page(
                    '/accept-invitation',
                    t('Accept Invitation'),
                    'acceptInvitation',
                    () => import('../features/partners/accept-invitation.page'),
                  ),
                  page(
                    '/share-folders',
                    t('Share with you'),
                    'sharedFolders',
                    () => import('../features/receiver/share-folders.page'),
                  ),
                  page(
                    '/requests/:id',
                    t('Request'),
                    'request',
                    () => import('../features/requests/details/request.page'),
                  ),
                  page(
                    '/transfers/:id',
                    t('Transfer'),
                    'transfer',
                    () => import('../features/transfers/details/transfer.page'),
                  ),
                  page('/logs', t('All Logs'), 'log', () => import('../features/logs/logs.page')),
                  {
                    element: <SenderOnly />,
                    children: [
                      page(
                        '/kyc-approval',
                        t('Business Registration'),
                        'registration',
                        () => import('../features/kyc/kyc.page'),
                      ),
                      page(
                        '/workspace',
                        t('Workspace'),
                        'workspace',
                        () => import('../features/workspace/workspace.page'),
                      ),
                      page('/send', t('Send files'), 'send', () => import('../features/workspace/send/send.page')),
                      page(
                        '/requests',
                        t('Request Management'),
                        'requests',
                        () => import('../features/requests/requests.page'),
                      ),
                      page(
                        '/transfers',
                        t('Transfers'),
                        'transfers',
                        () => import('../features/transfers/list/transfers.page'),
                      ),
                      page(
                        '/invitations',
                        t('Invitations'),
                        'invitations',
                        () => import('../features/partners/invitations.page'),
                      ),
                    ],
                  },
                  {
                    element: <AdminOnly />,
                    children: [
                      page('/admin', t('Review queue'), 'reviewQueue', () => import('../features/admin/queue.page')),
                      page('/admin/cases/:id', t('Review'), 'review', () => import('../features/admin/case.page')),
                      page(
                        '/admin/people',
                        t('Companies and people'),
                        'people',
                        () => import('../features/admin/people/people.page'),
                      ),
                      page(
                        '/admin/companies/:id',
                        t('Members'),
                        'people',
                        () => import('../features/admin/people/company-members.page'),
                      ),
                      page(
                        '/admin/limits',
                        t('Limits reached'),
                        'limits',
                        () => import('../features/admin/limits.page'),
                      ),
                      page('/admin/audit', t('Audit log'), 'audit', () => import('../features/admin/audit.page')),
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
          page('/join', t('Join a company'), 'join', () => import('../features/members/join.page')),
          page('/terms', t('Terms'), 'site', () => import('../features/site/terms.page')),
          page('/privacy', t('Privacy'), 'site', () => import('../features/site/privacy.page')),
          page('/help', t('Help'), 'site', () => import('../features/site/help.page')),
          page('/status', t('Status'), 'site', () => import('../features/site/status.page')),
        ]),
      },
      {
        lazy: async () => ({ Component: (await import('./unknown-layout')).UnknownLayout }),
        children: bounded([page('*', t('Page not found'), 'notFound', () => import('./not-found.page'))]),
      },
    ],
  },
]);
