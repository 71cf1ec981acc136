import { sameAddress } from '@tradepost/contracts/values/address';

const key = 'signup';
/** As long as a signup attempt lives. */
const lifetime = 60 * 60 * 1000;

/** Remembers that this browser signed up an address, because the server does not reveal whether an attempt waits for its code. */
export const rememberSignup = (email: string) => localStorage.setItem(key, JSON.stringify({ email, at: Date.now() }));

export function isSigningUp(email: string): boolean {
  const stored = localStorage.getItem(key);
  if (!stored) return false;
  const signup = JSON.parse(stored) as { email: string; at: number };
  return sameAddress(signup.email, email) && Date.now() - signup.at < lifetime;
}

export const forgetSignup = () => localStorage.removeItem(key);
