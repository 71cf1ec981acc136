import type { SignedIn, ReceivedInvitation, SentInvitation, User } from '@tradepost/contracts/identity';
import type { DataOfForm } from '@tradepost/contracts/kyc';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { draftsKey } from './drafts';
import { clearToken, readToken, writeToken } from './token';
import { enrolmentTicket, onboardingTicket, resetTicket } from './tickets';

/** Client auth state; the names are the product's own. */
export interface AuthState {
  user: User | null;
  email: string | null;
  isAuthenticated: boolean;
  isLoading: boolean;
  error: string | null;
  /** A signup code was sent. */
  otpverified: boolean;
  Successfull_Response: string | null;
  ERROR_RESPONSE: string | null;
  ShareEmail: string[];
  pendingrequest: SentInvitation[];
  recivedrequest: ReceivedInvitation[];
  emailPasswordReset: string | null;
  isOtpcorrect: boolean;
  invitedList: SentInvitation[];
  DataOfForm: DataOfForm | null;
}

const initial: AuthState = {
  user: null,
  email: null,
  isAuthenticated: false,
  isLoading: false,
  error: null,
  otpverified: false,
  Successfull_Response: null,
  ERROR_RESPONSE: null,
  ShareEmail: [],
  pendingrequest: [],
  recivedrequest: [],
  emailPasswordReset: null,
  isOtpcorrect: false,
  invitedList: [],
  DataOfForm: null,
};

export const useAuth = create<AuthState>()(
  persist(() => initial, {
    name: 'auth-storage',
    partialize: ({ isOtpcorrect: _correct, invitedList: _invited, otpverified: _sent, ...persisted }) => persisted,
    // a reload ends the toasts that show responses
    merge: (persisted, initial) => ({
      ...initial,
      ...(persisted as Partial<AuthState>),
      isLoading: false,
      Successfull_Response: null,
      ERROR_RESPONSE: null,
    }),
  }),
);

/** The session ended while no tab was open. */
if (useAuth.getState().isAuthenticated && !readToken()) useAuth.setState(initial);

/** The toast with the response is gone. */
export const clearResponse = () => useAuth.setState({ Successfull_Response: null, ERROR_RESPONSE: null });

function clearTickets() {
  for (const ticket of [onboardingTicket, resetTicket, enrolmentTicket]) ticket.clear();
}

/** Signs in: stores the token in its cookie. `own` keeps it until the token expires. */
export function signIn({ token, user }: SignedIn, lifetime: 'day' | 'own' = 'day') {
  writeToken(token, lifetime);
  clearTickets();
  useAuth.setState({ user, email: user.email, isAuthenticated: true, isLoading: false, error: null });
}

/** The company exists; the person counts as signed in only after the invite step. */
export function holdOnboarding({ token, user }: SignedIn) {
  onboardingTicket.write(token);
  useAuth.setState({ user, email: user.email });
}

/** The password was right; the sign-in ends once two-step sign-in is set up. */
export function holdEnrolment({ token, user }: SignedIn) {
  enrolmentTicket.write(token);
  useAuth.setState({ email: user.email, isLoading: false });
}

/** Completes onboarding. */
export function skipForNow() {
  const token = onboardingTicket.read();
  const { user } = useAuth.getState();
  if (token && user) signIn({ token, user }, 'own');
}

/** The person and the company that the browser shows data of; null without a session. */
export const actingOf = ({ isAuthenticated, user }: Pick<AuthState, 'isAuthenticated' | 'user'>): string | null =>
  isAuthenticated && user ? `${user.id} ${user.companyId}` : null;

/** Calls `then` when what was loaded so far must no longer be shown: the person signed out, or another person or company took over. */
export const onLeave = (then: (next: User | null) => void) =>
  useAuth.subscribe((state, before) => {
    if (actingOf(before) !== null && actingOf(before) !== actingOf(state)) then(state.user);
  });

onLeave((next) => {
  const { ShareEmail, pendingrequest, recivedrequest, invitedList, DataOfForm } = initial;
  if (next) useAuth.setState({ ShareEmail, pendingrequest, recivedrequest, invitedList, DataOfForm });
});

let isLeaving = false;
let isSignedOut = false;
/** While a call replaces the session: whether another call was refused since. */
let replacing: { isRefused: boolean } | null = null;

/** The person signed out, so the way back is of no use to the next one. */
export const hasSignedOut = () => isSignedOut;

/** Runs a call that ends the own session: a 401 during the call does not restart the login. */
export async function leaveBy<T>(call: () => Promise<T>): Promise<T> {
  isLeaving = true;
  try {
    return await call();
  } finally {
    isLeaving = false;
  }
}

/** Runs a call that ends the own session and opens another: a 401 of other calls during it may be about the one that has ended. */
export async function replaceSession(call: () => Promise<SignedIn>): Promise<void> {
  const refusal = { isRefused: false };
  replacing = refusal;
  try {
    signIn(await call(), 'own');
    refusal.isRefused = false;
  } finally {
    replacing = null;
    if (refusal.isRefused) restartLogin();
  }
}

/** The token is missing or refused: removes everything stored about the person, redirects to the login and afterwards back. */
export function restartLogin() {
  if (replacing) {
    replacing.isRefused = true;
    return;
  }
  if (isLeaving) return signOut();
  clearToken();
  isSignedOut = false;
  // an onboarding that has not ended keeps its person
  if (useAuth.getState().isAuthenticated) useAuth.setState(initial);
}

/** Removes everything stored about the person. */
export function signOut() {
  clearToken();
  clearTickets();
  sessionStorage.removeItem(draftsKey);
  isSignedOut = true;
  useAuth.setState(initial);
}

/** The signed-in user; only inside the authenticated routes. */
export function useUser(): User {
  const user = useAuth((state) => state.user);
  if (!user) throw new Error('useUser is for signed-in screens');
  return user;
}
