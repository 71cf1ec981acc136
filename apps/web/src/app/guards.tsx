import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { meQuery } from '../api/queries';
import { useAuth, useUser } from '../session/auth.store';
import { forgetReturn, rememberedReturn, rememberReturn } from '../session/return-to';
import { readToken } from '../session/token';
import { ErrorState } from '../ui/error-state';
import { FullScreenBusy } from '../ui/full-screen-busy';
import NotFoundPage from './not-found.page';

/** Signed-in people have no business here; right after signing in they go where they wanted to go. */
export function GuestOnly() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return isAuthenticated ? <Navigate to={rememberedReturn()} replace /> : <Outlet />;
}

/** A token without its user: local storage was emptied, or another tab signed in. */
function RestoreSession() {
  const { error, refetch } = useQuery(meQuery);
  return error ? <ErrorState error={error} onRetry={refetch} /> : <FullScreenBusy title="Loading..." />;
}

/** Sends a guest to the login and remembers the address, except after signing out on purpose. */
export function RequireAuth() {
  const { isAuthenticated, user } = useAuth();
  const { pathname, search, hash } = useLocation();
  const wasIn = useRef(false);
  const signedIn = isAuthenticated && user !== null;
  const restoring = !signedIn && readToken() !== undefined;

  useEffect(() => {
    if (signedIn) {
      wasIn.current = true;
      forgetReturn();
    } else if (!restoring && !(wasIn.current && !user)) {
      rememberReturn(pathname + search + hash);
    }
  }, [signedIn, restoring, user, pathname, search, hash]);

  if (signedIn) return <Outlet />;
  if (restoring) return <RestoreSession />;
  return <Navigate to="/login" replace />;
}

/** Whoever is no admin finds nothing there. */
export function AdminOnly() {
  return useUser().userType === 'admin' ? <Outlet /> : <NotFoundPage />;
}

/** Without a company there is only its form; while the registration is pending, only the registration. */
export function CompanyGate() {
  const { companyId, kycStatus, userType } = useUser();
  const { pathname } = useLocation();
  if (userType === 'admin') return <Outlet />;
  if (companyId === null) return pathname === '/profile' ? <Outlet /> : <Navigate to="/profile" replace />;
  const open = kycStatus !== 'Pending' || pathname === '/' || pathname === '/kyc-approval';
  return open ? <Outlet /> : <Navigate to="/" replace />;
}
