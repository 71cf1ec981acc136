import type { User } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { namesOf } from '../../ui/feedback/role-names';
import { StatusTag } from '../../ui/feedback/status-tag';

/** What a person is in a company that is not their own. */
export const MemberMark = ({ user }: { user: User }) =>
  isOwner(user) ? null : <StatusTag tone="grey" text={namesOf(user.roles)} />;
