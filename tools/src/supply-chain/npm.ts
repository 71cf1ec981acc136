/** The npm that runs this script, or the one on the path. */
export function npmCommand(...args: string[]): { command: string; args: string[] } {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? { command: process.execPath, args: [npm, ...args] } : { command: 'npm', args };
}
