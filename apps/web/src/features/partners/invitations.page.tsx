import { PageHeader } from '../../ui/page-header';

export default function InvitationsPage() {
  return <PageHeader title="Invitations" />;
}
