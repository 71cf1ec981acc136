/** Fields that carry a password, or what takes its place. */
const fields = ['password', 'current', 'record'];

/**
 * Proves that nothing was sent from which a password can be guessed: in place of every password a proof or a record, which cannot be
 * tested without the server's key, and every first message blinded anew. @param bodies JSON of requests
 */
export function assertNothingGuessable(bodies: readonly string[], passwords: readonly string[]): void {
  const sent = bodies.flatMap((body) => {
    try {
      return [JSON.parse(body) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
  const inPlace = sent.flatMap((body) => fields.flatMap((field) => (field in body ? [String(body[field])] : [])));
  const requests = sent.flatMap((body) => (typeof body.request === 'string' ? [body.request] : []));
  const leaks = bodies.filter((body) =>
    passwords.some((password) => body.includes(password) || body.includes(encodeURIComponent(password))),
  );
  const problems = [
    ...leaks.map((body) => `a password: ${body.slice(0, 200)}`),
    ...inPlace.filter((text) => !/^opaque\.[\w-]+(\.[\w-]{86})?$/.test(text)).map((text) => `no proof: ${text}`),
    ...(new Set(requests).size < requests.length ? ['the same first message twice'] : []),
    ...(inPlace.length === 0 || requests.length === 0 ? ['no exchange at all'] : []),
  ];
  if (problems.length > 0) throw new Error(`sent: ${problems.join('; ')}`);
}
