import { command } from '../define';
import { permits, type Permission, type Role } from '../roles';
import { id, object, uuidPattern } from '../values/fields';

/** The person of the company who takes care of a request. Others may still answer it. */
export interface Assignee {
  userId: string;
  email: string;
  /** Since when. */
  at: string;
}

/** What a person must be allowed to do, so that requests can be assigned to them: to answer them, or to approve those that need approvals. */
export const permissionToBeAssigned = ({ needsApprovals }: { needsApprovals: boolean }): Permission =>
  needsApprovals ? 'approve' : 'requests';

/** Whether a request can be assigned to a person with these roles. */
export const mayBeAssigned = (person: { roles: readonly Role[] }, request: { needsApprovals: boolean }): boolean =>
  permits(person, permissionToBeAssigned(request));

const request = { id: id().required() };

/** Of a list of requests: a person's id, or `me`, or `none` for those that are assigned to nobody. */
export const assigneeFilter = () =>
  id().test(
    'assignee',
    'assignee is me, none or the id of a person',
    (value) => !value || value === 'me' || value === 'none' || uuidPattern.test(value),
  );

export const assignmentCommands = {
  /**
   * Assigns a pending request to the company, or one with a live transfer, to a person of the company, in place of the present one. The
   * person must be allowed to answer requests, or to approve those that need approvals. It restricts nobody else. A repeat changes nothing.
   * @throws NOT_FOUND, REQUEST_CLOSED, ASSIGNEE_NOT_ALLOWED, TOO_MANY
   */
  assign: command<{ assignee: Assignee | null }>()(
    'requests.assign',
    object({ ...request, assigneeId: id().required() }),
  ),
  /** Assigns it to nobody. A repeat changes nothing. @throws NOT_FOUND, REQUEST_CLOSED, TOO_MANY */
  unassign: command<{ assignee: Assignee | null }>()('requests.unassign', object(request)),
};
