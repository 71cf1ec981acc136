/** What every call carries: naming the web client has the gateway bind a new session to a cookie that scripts cannot read. */
export const callHeaders = (token: string | undefined): Record<string, string> => ({
  accept: 'application/json',
  'x-client': 'web',
  ...(token && { authorization: `Bearer ${token}` }),
});
