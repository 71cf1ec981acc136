import type { Account } from '../../client/people';

/** A new account for one run. @param who begins its address */
export const benchAccount = (who: string): Account => ({
  firstName: 'Ben',
  lastName: 'Bench',
  email: `${who}-${Date.now()}@example.com`,
  password: 'Bench-bench-1!',
  companyName: `Bench ${who}`,
});
