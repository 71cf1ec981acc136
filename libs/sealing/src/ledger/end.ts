/** Where a list of entries ends. */
export interface LedgerEnd {
  seq: number;
  /** SHA-256 of the last entry, base64url. */
  head: string;
}
