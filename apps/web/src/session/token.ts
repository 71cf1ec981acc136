/** Browsers take the prefix over HTTPS alone; with it, no other host of the domain can give this one a token. */
const cookieName = () => (location.protocol === 'https:' ? '__Host-auth-token' : 'auth-token');
const day = 24 * 60 * 60;

/** Seconds since 1970 at which the token says it ends; undefined when it says nothing readable. */
function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return claims && typeof claims === 'object' && 'exp' in claims && typeof claims.exp === 'number'
      ? claims.exp
      : undefined;
  } catch {
    return undefined;
  }
}

const attributes = () => `path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;

export function readToken(): string | undefined {
  const start = `${cookieName()}=`;
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(start));
  return found?.slice(start.length) || undefined;
}

/** When the token expires, in ms since 1970. */
export function sessionEnd(): number | undefined {
  const token = readToken();
  const exp = token && expiryOf(token);
  return exp ? exp * 1000 : undefined;
}

/** Stores the token for a day, or until it expires. */
export function writeToken(token: string, lifetime: 'day' | 'own' = 'day') {
  const exp = lifetime === 'own' ? expiryOf(token) : undefined;
  const maxAge = exp === undefined ? day : Math.max(0, exp - Math.floor(Date.now() / 1000));
  document.cookie = `${cookieName()}=${token}; max-age=${maxAge}; ${attributes()}`;
}

export function clearToken() {
  document.cookie = `${cookieName()}=; max-age=0; ${attributes()}`;
}
