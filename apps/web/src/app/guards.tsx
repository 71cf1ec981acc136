import { useQuery } from '@tanstack/react-query';
import { isOwner } from '@tradepost/contracts/roles';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { meQuery } from '../api/queries';
import { actingOf, hasSignedOut, useAuth, useUser } from '../session/auth.store';
import { forgetReturn, rememberedReturn, rememberReturn } from '../session/return-to';
import { mayOpen, useMay } from '../session/may';
import { readToken } from '../session/token';
import { ErrorState } from '../ui/feedback/error-state';
import { FullScreenBusy } from '../ui/busy/full-screen-busy';
import { t } from '../i18n/t';

const NotFoundPage = lazy(() => import('./not-found.page'));

/** Redirects again on every move through the history: a move during the redirect would otherwise leave an empty page. */
function Redirect({ to }: { to: string }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace />;
}

/** Redirects signed-in people to the address they wanted before signing in; the link of an invitation, to the invitations. */
export function GuestOnly() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { search } = useLocation();
  if (!isAuthenticated) return <Outlet />;
  return (
    <Redirect to={new URLSearchParams(search).has('email') ? `/accept-invitation${search}` : rememberedReturn()} />
  );
}

/** A token without its user: local storage was emptied, or another tab signed in. */
function RestoreSession() {
  const { error, refetch } = useQuery(meQuery);
  return error ? <ErrorState isPage error={error} onRetry={refetch} /> : <FullScreenBusy title={t('Loading...')} />;
}

/**
 * Redirects a guest to the login and remembers the address, except after signing out. Redirects to the start page if the person's roles do not
 * allow the page.
 */
export function RequireAuth() {
  const { isAuthenticated, user } = useAuth();
  const acting = useAuth(actingOf);
  const { pathname, search, hash } = useLocation();
  const wasIn = useRef(false);
  const signedIn = isAuthenticated && user !== null;
  const restoring = !signedIn && readToken() !== undefined;

  useEffect(() => {
    if (signedIn) {
      wasIn.current = true;
      forgetReturn();
    } else if (!restoring && !(wasIn.current && hasSignedOut())) {
      rememberReturn(pathname + search + hash);
    }
  }, [signedIn, restoring, pathname, search, hash]);

  // what a screen holds is for one person and company
  if (signedIn) return mayOpen(user, pathname) ? <Outlet key={acting} /> : <Redirect to="/" />;
  if (restoring) return <RestoreSession />;
  return <Redirect to="/login" />;
}

/** Not found for anyone but admins. */
export function AdminOnly() {
  if (useUser().userType === 'admin') return <Outlet />;
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

/** Redirects receivers, who have no folders, requests or registration of their own, to their start page. */
export function SenderOnly() {
  return useUser().userType === 'sender' ? <Outlet /> : <Redirect to="/" />;
}

/** Without a company there is only its form; while the registration is pending, only the registration, and the settings of members. */
export function CompanyGate() {
  const user = useUser();
  const { companyId, kycStatus, userType } = user;
  const mayRegister = useMay('registration');
  const { pathname } = useLocation();
  if (userType === 'admin') return <Outlet />;
  if (companyId === null) return pathname === '/profile' ? <Outlet /> : <Redirect to="/profile" />;
  const pages = ['/', ...(mayRegister ? ['/kyc-approval'] : []), ...(isOwner(user) ? [] : ['/profile'])];
  const open = kycStatus !== 'Pending' || pages.includes(pathname);
  return open ? <Outlet /> : <Redirect to="/" />;
}
