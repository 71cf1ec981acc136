/** The approval of a company, as partners see it. */
export interface Verification {
  at: string;
  /** Labels of what was checked. */
  checked: string[];
}
