/** The names of this machine as `URL.hostname` gives them. */
export const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
