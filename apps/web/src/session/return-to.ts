const key = 'return-to';
const lifetime = 60 * 60 * 1000;

/** Remembers the address a guest wanted, through sign-in and signup; in local storage, because the link in the email may open another tab. */
export function rememberReturn(path: string) {
  if (path !== '/') localStorage.setItem(key, JSON.stringify({ path, at: Date.now() }));
}

/** The remembered address; `/` when there is none. */
export function rememberedReturn(): string {
  const stored = localStorage.getItem(key);
  if (!stored) return '/';
  const { path, at } = JSON.parse(stored) as { path: string; at: number };
  return path.startsWith('/') && !path.startsWith('//') && Date.now() - at < lifetime ? path : '/';
}

export const forgetReturn = () => localStorage.removeItem(key);
