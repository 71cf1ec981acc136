export interface Finding {
  what: string;
  state: 'ok' | 'warn' | 'fail';
  found: string;
  /** What the operator should do; absent if nothing. */
  advice?: string;
}

export const ok = (what: string, found: string): Finding => ({ what, state: 'ok', found });
export const warn = (what: string, found: string, advice: string): Finding => ({ what, state: 'warn', found, advice });
export const fail = (what: string, found: string, advice: string): Finding => ({ what, state: 'fail', found, advice });
