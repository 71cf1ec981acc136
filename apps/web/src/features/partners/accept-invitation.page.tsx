import { PageHeader } from '../../ui/page-header';

export default function AcceptInvitationPage() {
  return <PageHeader title="Accept Invitation" />;
}
