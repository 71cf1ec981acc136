/** What a limit applies to. A network is an IPv4 address or the /64 of an IPv6 address. */
export type LimitScope =
  | 'session'
  | 'invitation'
  | 'account'
  | 'company'
  | 'address'
  | 'network'
  | 'account and network'
  | 'address and network'
  | 'company and network'
  | 'address and company'
  | 'process';

export interface Limit {
  /** What is limited, as admins see it. */
  resource: string;
  per: LimitScope;
  /** The environment variable that changes `amount`. */
  setting: string;
  amount: number;
  /** In place of `amount` for callers on this machine: a test bed, or a proxy that does not name its clients. */
  amountOfThisMachine?: number;
  /** Uses count for this many seconds; absent where `amount` holds at once. */
  windowSeconds?: number;
  unit?: 'bytes';
  /** The error message for the caller. */
  message: string;
}
