const allowed = new Set(['https:', 'http:', 'mailto:', 'tel:']);

/** Where a link or a picture of a text may lead: null for everything but other sites, mail, telephone and this installation. */
export function targetOf(given: string, tag: string): string | null {
  const address = given.trim();
  if (/^(#|\/(?![/\\]))/.test(address)) return address;
  // browsers load pictures from this installation only
  if (tag === 'img' || !URL.canParse(address)) return null;
  return allowed.has(new URL(address).protocol) ? address : null;
}
