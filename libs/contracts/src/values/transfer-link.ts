/** The link to a transfer. `expiry` is for display only; the server's record decides. */
export const transferLink = (origin: string, id: string, expiry: string) =>
  `${origin}/dashboard?id=${encodeURIComponent(id)}&expiry=${encodeURIComponent(expiry)}`;
