import { ListedMembers1797000000000 } from './1797000000000-listed-members';

/** Publishes the members that exist once more, for requests, which did not know members before. */
export class MembersForRequests1797300000000 extends ListedMembers1797000000000 {
  override name = 'MembersForRequests1797300000000';
}
