import { command } from '../define';
import { currency, money } from '../storage/file-terms';
import { id, number, object } from '../values/fields';

/** The most people that an approval rule can ask for. */
export const maxApprovals = 2;

/** What a company requires before one of its people accepts a request. It applies to requests that are made after it was set. */
export interface ApprovalRule {
  /** How many people must approve a request, in addition to the person who accepts it. 0: none. */
  approvals: number;
  /** Only for requests with a total value above this amount, with two decimals. Null: for every request. */
  above: { amount: string; currency: string } | null;
}

export interface Approval {
  userId: string;
  /** The person's e-mail address; null when the account was deleted since. */
  email: string | null;
  at: string;
}

/** The approvals of a request that needs some. */
export interface Approvals {
  needed: number;
  /** Oldest first. */
  given: Approval[];
}

/** How many other people must still approve before this person may accept. */
export const approvalsMissing = (approvals: Approvals | undefined, acceptedBy: string): number =>
  approvals ? Math.max(0, approvals.needed - approvals.given.filter(({ userId }) => userId !== acceptedBy).length) : 0;

const request = object({ id: id().required() });

export const approvalCommands = {
  approvalRule: command<ApprovalRule>()('requests.approval-rule', object({})),
  /** Changes what future requests need. Requests that exist keep what they need. */
  setApprovalRule: command<ApprovalRule>()(
    'requests.set-approval-rule',
    object({
      approvals: number()
        .typeError(`Choose 0 to ${maxApprovals} approvals`)
        .integer(`Choose 0 to ${maxApprovals} approvals`)
        .min(0, `Choose 0 to ${maxApprovals} approvals`)
        .max(maxApprovals, `Choose 0 to ${maxApprovals} approvals`)
        .required(),
      above: object({ amount: money().required(), currency: currency().required('Choose a currency') })
        .nullable()
        .default(null),
    }),
  ),
  /** The caller approves a pending request to the company. @throws NOT_FOUND, REQUEST_NOT_PENDING, NO_APPROVAL_NEEDED */
  approve: command<{ approvals: Approvals }>()('requests.approve', request),
  /** The caller withdraws the own approval of a pending request. @throws NOT_FOUND, REQUEST_NOT_PENDING, NO_APPROVAL_NEEDED */
  withdrawApproval: command<{ approvals: Approvals }>()('requests.withdraw-approval', request),
};
