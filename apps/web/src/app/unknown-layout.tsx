import { lazy, Suspense } from 'react';
import { actingOf, useAuth } from '../session/auth.store';
import { withFrameStyles } from '../ui/layout/all-styles';

const SignedInLayout = lazy(async () => ({
  default: (await withFrameStyles(import('./layout/signed-in-layout'))).SignedInLayout,
}));
const PlainLayout = lazy(async () => ({ default: (await import('./first-parts')).PlainLayout }));

/** Around an unknown address: signed-in people keep their navigation. */
export function UnknownLayout() {
  const isSignedIn = useAuth(({ isAuthenticated, user }) => isAuthenticated && user !== null);
  const acting = useAuth(actingOf);
  return <Suspense>{isSignedIn ? <SignedInLayout key={acting} /> : <PlainLayout />}</Suspense>;
}
