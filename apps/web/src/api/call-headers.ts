/** Headers of every call. `X-Client: web` makes the gateway bind a new session to an HttpOnly cookie. */
export const callHeaders = (token: string | undefined): Record<string, string> => ({
  accept: 'application/json',
  'x-client': 'web',
  ...(token && { authorization: `Bearer ${token}` }),
});
