/** The names of this machine as `URL.hostname` gives them. */
export const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether calls to this address are encrypted, or stay on this machine. */
export const isSafeAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && localHosts.has(hostname));
};

/** Whether this address is on the machine that calls it. */
export const isOnThisMachine = (address: string): boolean =>
  URL.canParse(address) && localHosts.has(new URL(address).hostname);
