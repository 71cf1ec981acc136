/** The parts of a log's name: `<host>/key-log`, and after a restore from backup `<host>/key-log/<n>`. */
export interface LogOrigin {
  /** `<host>/key-log`: labels of addresses depend on it, so that they stay the same after a restore. */
  base: string;
  /** When the log was restarted, in seconds since 1970; 0 for the first one. */
  restarted: number;
}

export function originParts(origin: string): LogOrigin {
  const [, base = origin, restarted = '0'] = /^(.*?)(?:\/([1-9]\d{0,11}))?$/.exec(origin) ?? [];
  return { base, restarted: Number(restarted) };
}

export const originOf = ({ base, restarted }: LogOrigin): string => (restarted === 0 ? base : `${base}/${restarted}`);
